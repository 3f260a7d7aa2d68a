package smtlib

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"

	"nearmiss/smt"
	"nearmiss/smt/internal/interval"
	"nearmiss/term"
)

// session queries one process after another, in one theory of integers. It implements
// smt.Solver; its models must be evaluated.
type session struct {
	tool Tool
	theory
	opt   *Options
	stats *Stats

	path        []clause
	failures    int    // number of consecutive failures
	lastFailure string // last failure, if no process is started any more; else ""

	// State of the current process.
	process  *process
	print    *printer
	sent     []sent       // clauses that the process has
	asserted []*phrase    // phrases whose sides are asserted, in order
	slots    []*phrase    // the slots in asserted
	pending  bytes.Buffer // commands that were not sent yet
}

// clause is a condition and its phrase for the current process, nil if the process has not
// needed it.
type clause struct {
	term   *term.Term
	phrase *phrase
}

// sent is a clause that the process has, on its own level of the stack.
type sent struct {
	clause
	asserted, slots int  // lengths of session.asserted and session.slots before the clause
	exact           bool // the phrase is equivalent to the clause on its own, without bounds from other clauses
}

// maxFailures is the number of consecutive failures after which a solver is given up.
const maxFailures = 3

func newSession(tool Tool, th theory, o *Options, stats *Stats) *session {
	s := &session{tool: tool, theory: th, opt: o, stats: stats}
	s.forget()
	return s
}

// forget ends the process and clears its state.
func (s *session) forget() {
	if s.process != nil {
		s.stats.CPU += s.process.killAndWait()
		s.process = nil
	}
	s.print = newPrinter(s.theory)
	s.sent, s.asserted, s.slots = nil, nil, nil
	for i := range s.path {
		s.path[i].phrase = nil
	}
	s.pending.Reset()
}

func (s *session) Push(t *term.Term) { s.path = append(s.path, clause{term: t}) }

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
	return smt.Answer{Solver: s.tool.Name, Reason: s.tool.Name + " " + fmt.Sprintf(format, args...)}
}

// query queries the process about the path and extra, if extra is not nil. It returns Unknown
// without a query if the process was given up, ctx has ended, or the theory lacks an operation.
func (s *session) query(ctx context.Context, extra *term.Term, env term.Env) smt.Answer {
	if s.lastFailure != "" {
		return s.unknown("is given up after %d failures in a row: the last time it %s", maxFailures, s.lastFailure)
	}
	if ctx.Err() != nil {
		return s.unknown(notQueried + "out of time")
	}
	if !s.sync(ctx, extra) {
		return s.unknown(notQueried + "out of time")
	}
	for i := range s.sent {
		if why := s.sent[i].phrase.unsupported; why != "" {
			return s.unknown(notQueried+"%s", why)
		}
	}
	if err := s.ready(ctx); err != nil {
		return s.failed(ctx, err)
	}
	s.stats.Queries++
	ctx, cancel := context.WithTimeout(ctx, s.opt.Time+grace)
	defer cancel()
	a, err := s.verdict(ctx, env)
	if err != nil {
		return s.failed(ctx, err)
	}
	s.failures = 0
	return a
}

// ready starts a process if there is none.
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

// failed returns the answer after a failure. The next query uses a new process, unless there
// were too many failures.
func (s *session) failed(ctx context.Context, err error) smt.Answer {
	s.forget()
	if errors.Is(err, errTime) {
		s.stats.Late++
		return s.unknown("%v", err)
	}
	s.stats.Failures++
	if s.failures++; s.failures == maxFailures {
		s.lastFailure = err.Error()
	}
	return s.unknown("%v", err)
}

// translate returns the clauses of the path, and extra if it is not nil, with their phrases. If
// ctx ends, it returns fewer clauses.
func (s *session) translate(ctx context.Context, extra *term.Term) []clause {
	all := s.path
	if extra != nil {
		all = append(all, clause{term: extra}) // overwritten by the next Push
	}
	for i := range all {
		if smt.Late(ctx, i+1) {
			return all[:i]
		}
		if c := &all[i]; c.phrase == nil {
			c.phrase = s.print.printTerm(c.term)
		}
	}
	return all
}

// sync makes the clauses of the process equal to the path and extra, and reports whether it
// finished before ctx ended.
func (s *session) sync(ctx context.Context, extra *term.Term) bool {
	want, same := s.translate(ctx, extra), 0
	if ctx.Err() != nil {
		return false
	}
	for same < len(s.sent) && same < len(want) && s.sent[same].phrase == want[same].phrase {
		same++
	}
	s.popTo(same)
	for i, c := range want[same:] {
		if smt.Late(ctx, i+1) {
			return false
		}
		s.send(c)
	}
	return true
}

// popTo removes all but the first keep clauses.
func (s *session) popTo(keep int) {
	n := len(s.sent) - keep
	if n == 0 {
		return
	}
	s.pending.WriteString("(pop " + strconv.Itoa(n) + ")")
	first := s.sent[keep]
	for _, f := range s.asserted[first.asserted:] {
		f.asserted = false
	}
	clear(s.sent[keep:])
	s.asserted, s.slots, s.sent = s.asserted[:first.asserted], s.slots[:first.slots], s.sent[:keep]
}

// send pushes one more clause to the process.
func (s *session) send(next clause) {
	t, c := next.term, sent{clause: next, asserted: len(s.asserted), slots: len(s.slots), exact: true}
	if !s.words() {
		_, c.exact = interval.Of(t, interval.Box{}.Bounds)
	}
	s.pending.WriteString("(push 1)")
	if c.phrase.unsupported == "" {
		s.assertSides(c.phrase)
		s.assert(c.phrase.clause())
	}
	s.sent = append(s.sent, c)
}

// assertSides asserts the sides of a phrase and of the phrases that it refers to, unless they
// are asserted already.
func (s *session) assertSides(result *phrase) {
	if result.asserted {
		return
	}
	result.asserted = true
	s.asserted = append(s.asserted, result)
	if result.slot != nil {
		s.slots = append(s.slots, result)
	}
	for _, g := range result.args {
		s.assertSides(g)
	}
	for _, side := range result.sides {
		s.assert(side)
	}
}

func (s *session) assert(text string) {
	s.pending.WriteString("(assert ")
	s.pending.WriteString(text)
	s.pending.WriteString(")\n")
}

// verdict checks satisfiability and reads the model.
func (s *session) verdict(ctx context.Context, w term.Env) (smt.Answer, error) {
	s.pending.WriteString("(check-sat)\n")
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
		return s.unknownReason(ctx)
	}
	return smt.Answer{}, malformed([]node{answer})
}

// ask sends the pending commands and returns the single answer.
func (s *session) ask(ctx context.Context) (node, error) {
	commands := s.print.flush() + s.pending.String()
	s.pending.Reset()
	answer, err := s.process.ask(ctx, commands)
	if err != nil {
		return node{}, err
	}
	if len(answer) != 1 {
		return node{}, malformed(answer)
	}
	return answer[0], nil
}

func malformed(answer []node) error {
	if len(answer) == 0 {
		return fmt.Errorf("%w: nothing", errMalformed)
	}
	return fmt.Errorf("%w: %.120q", errMalformed, printNode(answer[0]))
}

// unsat returns Unsat if the bounds of the path exclude that an operation wraps.
func (s *session) unsat() smt.Answer {
	box := interval.Box{}
	for i := range s.sent {
		if !box.Learn(s.sent[i].term) {
			return smt.Answer{Verdict: smt.Unsat, Solver: s.tool.Name}
		}
	}
	for i := range s.sent {
		c := &s.sent[i]
		if c.exact {
			continue
		}
		if _, exact := interval.Of(c.term, box.Bounds); !exact {
			return s.unknown("can only exclude models in which no integer wraps")
		}
	}
	return smt.Answer{Verdict: smt.Unsat, Solver: s.tool.Name}
}

// unknownReason returns the solver's reason for "unknown".
func (s *session) unknownReason(ctx context.Context) (smt.Answer, error) {
	answer, err := s.process.ask(ctx, "(get-info :reason-unknown)")
	if err != nil {
		return smt.Answer{}, err
	}
	why := "no reason given"
	if len(answer) == 1 && len(answer[0].list) == 2 {
		why = printNode(answer[0].list[1])
	}
	return s.unknown("returned unknown: %s", why), nil
}
