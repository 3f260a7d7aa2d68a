package answer

import (
	"go/constant"
	"go/types"
	"math"
	"slices"
	"sync"

	"nearmiss/cfg"
	"nearmiss/term"
)

// A Question is about what a function returns: is result number Result related by Op to a
// value? Nil stands for no value.
type Question struct {
	Func   *cfg.Func
	Result int
	Op     term.Rel
	Than   string // of a constant; nilValue
}

// nilValue is what results are compared with that may be nil.
const nilValue = "nil"

// An Answer is what is known of the calls of which a question is answered by yes.
type Answer struct {
	Question
	ID     int // dense, in the order of the questions
	Points []Point
	// Tails are the answers of calls that are returned as they are.
	Tails []*Answer

	than  constant.Value // nil for nilValue
	sure  verdict        // whatever the function is called with
	tells *bool          // some point decides it, or another answer that it hangs on; nil: not known yet
}

// A Point is an outcome of a condition behind which the answer is no.
type Point struct {
	Cond    *cfg.Cond
	Outcome bool
	Level   int     // how many points there are behind this one at least, if it is passed
	Asked   *Answer // that of a call, of which the outcome would be the other one; nil if there is none
}

// Answers are those of a package. They are safe for concurrent use.
type Answers struct {
	mu    sync.Mutex
	conds []*cfg.Cond
	info  *types.Info
	funcs map[*types.Func]*cfg.Func
	known map[Question]*Answer
	asked map[Outcome]*Answer
}

// New knows nothing yet.
func New(p *cfg.Package) *Answers {
	a := &Answers{conds: p.Conds, info: p.Info, funcs: map[*types.Func]*cfg.Func{}, known: map[Question]*Answer{}, asked: map[Outcome]*Answer{}}
	for _, f := range p.Funcs {
		a.funcs[f.Obj] = f
	}
	return a
}

// Asked is the answer of a call that would keep a condition from an outcome; nil if it does
// not hang on one, or if nothing in the function that is called decides it.
func (a *Answers) Asked(c *cfg.Cond, is bool) *Answer {
	a.mu.Lock()
	defer a.mu.Unlock()
	if r := a.ask(c, is); r != nil && a.tells(r) {
		return r
	}
	return nil
}

// tells reports whether some point decides an answer.
func (a *Answers) tells(r *Answer) bool {
	if r.tells == nil {
		is := slices.ContainsFunc(Closure(r), func(of *Answer) bool { return len(of.Points) > 0 })
		r.tells = &is
	}
	return *r.tells
}

// Closure lists answers and all that those hang on, each once, the nearest first.
func Closure(of ...*Answer) []*Answer { return closure(of, math.MaxInt) }

// closure lists no more than so many.
func closure(of []*Answer, most int) []*Answer {
	seen := map[*Answer]bool{}
	var list []*Answer
	add := func(r *Answer) {
		if r != nil && !seen[r] && len(list) < most {
			seen[r] = true
			list = append(list, r)
		}
	}
	for _, r := range of {
		add(r)
	}
	for i := 0; i < len(list); i++ {
		for _, p := range list[i].Points {
			add(p.Asked)
		}
		for _, t := range list[i].Tails {
			add(t)
		}
	}
	return list
}

// ask finds the question behind a condition, and its answer.
func (a *Answers) ask(c *cfg.Cond, is bool) *Answer {
	at := Outcome{c, is}
	if r, ok := a.asked[at]; ok {
		return r
	}
	a.asked[at] = nil
	if q, than, ok := a.question(c, !is); ok {
		a.asked[at] = a.answer(q, than)
	}
	return a.asked[at]
}

// answer is that of a question, which is the same whenever it is asked.
func (a *Answers) answer(q Question, than constant.Value) *Answer {
	if r := a.known[q]; r != nil {
		return r
	}
	r := &Answer{Question: q, ID: len(a.known), than: than}
	a.known[q] = r
	a.decide(r)
	return r
}
