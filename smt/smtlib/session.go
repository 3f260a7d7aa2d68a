package smtlib

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"

	"nearmiss/smt"
	"nearmiss/smt/interval"
	"nearmiss/term"
)

// session is a conversation with one process after another, in which integers
// are one of numbers and words. It implements smt.Solver; its models are to be
// evaluated.
type session struct {
	tool Tool
	theory
	opt   *Options
	stats *Stats

	path     []clause
	failures int    // in a row
	gone     string // what it did last, if nothing is started any more

	// What follows is of the present process.
	process *process
	print   *printer
	sent    []sent
	on      []*phrase // whose sides are asserted, in order
	slots   []*phrase // those of them that are slots
	out     bytes.Buffer
}

// clause is a condition, and what it is to the process, nil if it was not asked
// about.
type clause struct {
	t      *term.Term
	phrase *phrase
}

// sent is a clause that the process has, on a level of its own.
type sent struct {
	clause
	on, slots int  // so many were there before it
	exact     bool // the phrase says the same as t, whatever the other clauses are
}

// forgiven is after how many failures in a row a solver is given up.
const forgiven = 3

func newSession(tool Tool, th theory, o *Options, stats *Stats) *session {
	s := &session{tool: tool, theory: th, opt: o, stats: stats}
	s.forget()
	return s
}

// forget begins anew, without a process.
func (s *session) forget() {
	if s.process != nil {
		s.stats.CPU += s.process.end()
		s.process = nil
	}
	s.print = newPrinter(s.theory)
	s.sent, s.on, s.slots = nil, nil, nil
	for i := range s.path {
		s.path[i].phrase = nil
	}
	s.out.Reset()
}

func (s *session) Push(t *term.Term) { s.path = append(s.path, clause{t: t}) }

func (s *session) Pop(n int) {
	last := len(s.path) - n
	clear(s.path[last:])
	s.path = s.path[:last]
}

func (s *session) Close() error {
	s.path = nil
	s.forget()
	return nil
}

func (s *session) Check(ctx context.Context, extra *term.Term, w term.Env) smt.Answer {
	return s.query(ctx, extra, w)
}

func (s *session) Solve(ctx context.Context, w term.Env) smt.Answer {
	return s.query(ctx, nil, w)
}

func (s *session) unknown(format string, args ...any) smt.Answer {
	return smt.Answer{By: s.tool.Name, Reason: s.tool.Name + " " + fmt.Sprintf(format, args...)}
}

// query asks about the path and extra, if there is one.
func (s *session) query(ctx context.Context, extra *term.Term, w term.Env) smt.Answer {
	if s.gone != "" {
		return s.unknown("is given up, for it failed %d times in a row: the last time it %s", forgiven, s.gone)
	}
	if ctx.Err() != nil {
		return s.unknown(notAsked + "time is up")
	}
	if !s.sync(ctx, extra) {
		return s.unknown(notAsked + "time is up")
	}
	for i := range s.sent {
		if why := s.sent[i].phrase.refused; why != "" {
			return s.unknown(notAsked+"%s", why)
		}
	}
	if err := s.ready(ctx); err != nil {
		return s.failed(ctx, err)
	}
	s.stats.Queries++
	ctx, cancel := context.WithTimeout(ctx, s.opt.Time+grace)
	defer cancel()
	a, err := s.verdict(ctx, w)
	if err != nil {
		return s.failed(ctx, err)
	}
	s.failures = 0
	return a
}

// ready has a process that has been told all but what is in out.
func (s *session) ready(ctx context.Context) error {
	if s.process != nil {
		return nil
	}
	d, err := s.tool.dialect(s.opt, s.theory)
	if err != nil {
		return err
	}
	s.stats.Starts++
	s.process, err = start(ctx, s.tool.Path, d, s.opt.Memory)
	return err
}

// failed is the answer when there is none. The next question is asked of a new
// process, unless that has failed too often.
func (s *session) failed(ctx context.Context, err error) smt.Answer {
	s.forget()
	if errors.Is(err, errTime) {
		s.stats.Late++
		return s.unknown("%v", err)
	}
	s.stats.Failures++
	if s.failures++; s.failures == forgiven {
		s.gone = err.Error()
	}
	return s.unknown("%v", err)
}

// all is the clauses of the path, and extra if there is one, with what they are
// to the process; fewer of them if ctx ended.
func (s *session) all(ctx context.Context, extra *term.Term) []clause {
	all := s.path
	if extra != nil {
		all = append(all, clause{t: extra}) // in the room that the next one of the path will have
	}
	for i := range all {
		if smt.Late(ctx, i+1) {
			return all[:i]
		}
		if c := &all[i]; c.phrase == nil {
			c.phrase = s.print.of(c.t)
		}
	}
	return all
}

// sync makes the path and extra what the process has been told, from the first
// clause on that it does not have. It reports whether it could before ctx ended.
func (s *session) sync(ctx context.Context, extra *term.Term) bool {
	want, same := s.all(ctx, extra), 0
	if ctx.Err() != nil {
		return false
	}
	for same < len(s.sent) && same < len(want) && s.sent[same].phrase == want[same].phrase {
		same++
	}
	s.back(same)
	for i, c := range want[same:] {
		if smt.Late(ctx, i+1) {
			return false
		}
		s.tell(c)
	}
	return true
}

// back takes all but the first so many clauses back.
func (s *session) back(keep int) {
	n := len(s.sent) - keep
	if n == 0 {
		return
	}
	s.out.WriteString("(pop " + strconv.Itoa(n) + ")")
	first := s.sent[keep]
	for _, f := range s.on[first.on:] {
		f.on = false
	}
	clear(s.sent[keep:])
	s.on, s.slots, s.sent = s.on[:first.on], s.slots[:first.slots], s.sent[:keep]
}

// tell gives the process one more clause.
func (s *session) tell(told clause) {
	t, c := told.t, sent{clause: told, on: len(s.on), slots: len(s.slots), exact: true}
	if !s.words() {
		_, c.exact = interval.Of(t, interval.Box{}.Bounds)
	}
	s.out.WriteString("(push 1)")
	if c.phrase.refused == "" {
		s.assertSides(c.phrase)
		s.assert(c.phrase.clause())
	}
	s.sent = append(s.sent, c)
}

// assertSides asserts what belongs to a phrase and those that it uses, where
// that is not asserted already.
func (s *session) assertSides(f *phrase) {
	if f.on {
		return
	}
	f.on = true
	s.on = append(s.on, f)
	if f.slot != nil {
		s.slots = append(s.slots, f)
	}
	for _, g := range f.args {
		s.assertSides(g)
	}
	for _, side := range f.sides {
		s.assert(side)
	}
}

func (s *session) assert(text string) {
	s.out.WriteString("(assert ")
	s.out.WriteString(text)
	s.out.WriteString(")\n")
}

// verdict asks whether there is a model, and for the values of its slots.
func (s *session) verdict(ctx context.Context, w term.Env) (smt.Answer, error) {
	s.out.WriteString("(check-sat)\n")
	answer, err := s.ask(ctx)
	if err != nil {
		return smt.Answer{}, err
	}
	switch answer.atom {
	case "sat":
		return s.model(ctx, w)
	case "unsat":
		return s.unsat(), nil
	case "unknown":
		return s.open(ctx)
	}
	return smt.Answer{}, nonsense([]node{answer})
}

// ask sends what there is to say and returns the one answer.
func (s *session) ask(ctx context.Context) (node, error) {
	commands := s.print.flush() + s.out.String()
	s.out.Reset()
	answer, err := s.process.ask(ctx, commands)
	if err != nil {
		return node{}, err
	}
	if len(answer) != 1 {
		return node{}, nonsense(answer)
	}
	return answer[0], nil
}

func nonsense(answer []node) error {
	if len(answer) == 0 {
		return fmt.Errorf("%w: nothing", errNonsense)
	}
	return fmt.Errorf("%w: %.120q", errNonsense, text(answer[0]))
}

// unsat is the answer that there is no model, if by the bounds that the path
// gives nothing wraps.
func (s *session) unsat() smt.Answer {
	box := interval.Box{}
	for i := range s.sent {
		if !box.Learn(s.sent[i].t) {
			return smt.Answer{Verdict: smt.Unsat, By: s.tool.Name}
		}
	}
	for i := range s.sent {
		c := &s.sent[i]
		if _, exact := interval.Of(c.t, box.Bounds); !c.exact && !exact {
			return s.unknown("knows only that it cannot hold without an integer that wraps")
		}
	}
	return smt.Answer{Verdict: smt.Unsat, By: s.tool.Name}
}

// open is the answer that the solver does not know.
func (s *session) open(ctx context.Context) (smt.Answer, error) {
	answer, err := s.process.ask(ctx, "(get-info :reason-unknown)")
	if err != nil {
		return smt.Answer{}, err
	}
	why := "gives no reason"
	if len(answer) == 1 && len(answer[0].list) == 2 {
		why = text(answer[0].list[1])
	}
	return s.unknown("does not know: %s", why), nil
}
