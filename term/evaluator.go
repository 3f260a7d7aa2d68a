package term

import "nearmiss/internal/probe"

// Evaluator computes terms of one builder repeatedly while slots change. It keeps a result
// until a slot of the term changes. It allocates no memory for terms that it has seen before,
// except for strings.
type Evaluator struct {
	env        Env
	words      func(slot int) uint64 // returns the word of a slot, in place of env; nil: env is used
	termMemo   map[*Term]memo        // results by term, in an evaluator for a single term; else nil
	builder    *Builder
	shrunk     int      // the builder's Shrunk when memo was last emptied
	memo       []memo   // results by Term.index
	changed    []uint32 // by slot: time of its last change
	allChanged uint32   // time of the last change of all slots
	now        uint32   // current time, which counts the changes of slots
	work       int      // number of operations computed so far
}

// A memo is the cached result of a term.
type memo struct {
	bits uint64
	time uint32 // time of the computation, 0 for never
	ok   bool   // the term was defined
}

// NewEvaluator returns an evaluator with the slots of env.
func NewEvaluator(env Env) *Evaluator { return &Evaluator{env: env, allChanged: 1, now: 1} }

// NewWordEvaluator returns an evaluator with slots that are all defined and scalar, given by
// their bits. It does not support strings and arrays.
func NewWordEvaluator(words func(slot int) uint64) *Evaluator {
	return &Evaluator{words: words, allChanged: 1, now: 1}
}

// singleUse returns an evaluator for a single term, of any builder or none.
func singleUse(env Env) *Evaluator { return &Evaluator{env: env, termMemo: make(map[*Term]memo)} }

// SetEnv replaces the environment.
func (e *Evaluator) SetEnv(env Env) {
	e.env, e.words = env, nil
	e.Reset()
}

// Reset marks all slots as changed.
func (e *Evaluator) Reset() {
	e.advanceTime()
	e.allChanged = e.now
}

// Changed marks a slot as changed.
func (e *Evaluator) Changed(slot int) {
	e.advanceTime()
	for slot >= len(e.changed) {
		e.changed = append(e.changed, make([]uint32, slot+1)...)
	}
	e.changed[slot] = e.now
}

func (e *Evaluator) advanceTime() {
	e.now++
	if e.now == 0 { // the counter has wrapped
		clear(e.memo)
		clear(e.changed)
		e.now, e.allChanged = 1, 1
	}
}

// Work returns the number of operations computed so far.
func (e *Evaluator) Work() int { return e.work }

// Holds reports whether a condition is defined and true.
func (e *Evaluator) Holds(t *Term) bool {
	v, ok := e.Bits(t)
	return ok && v != 0
}

// Bits returns the value of a scalar term. ok is false if it is undefined.
func (e *Evaluator) Bits(t *Term) (uint64, bool) {
	e.bind(t)
	return e.scalar(t)
}

// Distance returns the same as the function Distance.
func (e *Evaluator) Distance(t *Term, outcome bool) (Dist, bool) {
	e.bind(t)
	return e.distance(t, outcome)
}

// bind makes room in the memo for all terms of the builder of t. It empties the memo if that is
// another builder than before, or has dropped terms.
func (e *Evaluator) bind(t *Term) {
	b := t.builder
	if b != e.builder || b.shrunk != e.shrunk {
		clear(e.memo)
		e.builder, e.shrunk = b, b.shrunk
	}
	if n := len(b.terms); n > len(e.memo) {
		e.memo = append(e.memo, make([]memo, n+n/2-len(e.memo))...)
	}
}

// isFresh reports whether the value of t that was computed at the time then is still valid. If t has
// no list of slots yet, any change since then makes the value invalid.
func (e *Evaluator) isFresh(t *Term, then uint32) bool {
	if then == e.now {
		return true
	}
	if then < e.allChanged || t.unlisted && t.slots == nil {
		return false
	}
	for _, s := range t.slots {
		if int(s) < len(e.changed) && e.changed[s] > then {
			return false
		}
	}
	return true
}

func (e *Evaluator) scalar(expr *Term) (uint64, bool) {
	switch expr.Op {
	case Const:
		return expr.Bits, true
	case Slot:
		if e.words != nil {
			return e.words(int(expr.Bits)), true
		}
		v, ok := e.env(int(expr.Bits))
		return v.Bits, ok
	}
	if e.termMemo != nil {
		m, known := e.termMemo[expr]
		if !known {
			m.bits, m.ok = e.compute(expr)
			e.termMemo[expr] = m
		}
		return m.bits, m.ok
	}
	if expr.index < 0 { // dropped by its builder
		return e.compute(expr)
	}
	m := &e.memo[expr.index]
	if m.time != 0 && e.isFresh(expr, m.time) {
		m.time = e.now
		return m.bits, m.ok
	}
	v, ok := e.compute(expr)
	e.memo[expr.index] = memo{v, e.now, ok}
	return v, ok
}

func (e *Evaluator) compute(expr *Term) (uint64, bool) {
	e.work++
	switch expr.Op {
	case Len, IsNil, Index:
		return e.listOperation(expr)
	}
	if r, ok := expr.Op.Rel(); ok {
		return e.relation(r, expr)
	}
	x, ok := e.scalar(expr.Args[0])
	if !ok {
		return 0, false
	}
	switch expr.Op {
	case Not:
		return x ^ 1, true
	case AndAlso:
		if x == 0 {
			return 0, true
		}
		return e.scalar(expr.Args[1])
	case OrElse:
		if x != 0 {
			return 1, true
		}
		return e.scalar(expr.Args[1])
	case Ite:
		if x != 0 {
			return e.scalar(expr.Args[1])
		}
		return e.scalar(expr.Args[2])
	}
	if len(expr.Args) == 1 {
		return evalUnary(expr.Op, expr.Args[0].Sort, expr.Sort, x)
	}
	y, ok := e.scalar(expr.Args[1])
	if !ok {
		return 0, false
	}
	return evalBinary(expr.Op, expr.Sort, expr.Args[1].Sort, x, y)
}

func (e *Evaluator) relation(rel Rel, expr *Term) (uint64, bool) {
	sort := expr.Args[0].Sort
	if sort.Kind == String {
		x, ok := e.value(expr.Args[0])
		if !ok {
			return 0, false
		}
		y, ok := e.value(expr.Args[1])
		return boolBits(probe.DistS(probe.Rel(rel), x.Str, y.Str) == 0), ok
	}
	x, ok := e.scalar(expr.Args[0])
	if !ok {
		return 0, false
	}
	y, ok := e.scalar(expr.Args[1])
	return boolBits(holds(rel, sort, x, y)), ok
}

// listOperation returns the length, an element or the nilness of a string or an array.
func (e *Evaluator) listOperation(expr *Term) (uint64, bool) {
	sort := expr.Args[0].Sort
	x, ok := e.value(expr.Args[0])
	if !ok {
		return 0, false
	}
	switch expr.Op {
	case Len:
		return uint64(length(x, sort)), true
	case IsNil:
		return boolBits(x.Nil), true
	}
	i, ok := e.scalar(expr.Args[1])
	if !ok {
		return 0, false
	}
	return index(x, sort, i, expr.Args[1].Sort)
}

// value returns the value of any term. Strings and arrays are not kept.
func (e *Evaluator) value(expr *Term) (Value, bool) {
	if expr.Sort.Kind != String && expr.Sort.Kind != Array {
		v, ok := e.scalar(expr)
		return Value{Bits: v}, ok
	}
	switch expr.Op {
	case Const:
		return Value{Str: expr.Str}, true
	case Slot:
		return e.env(int(expr.Bits))
	case Ite:
		c, ok := e.scalar(expr.Args[0])
		switch {
		case !ok:
			return Value{}, false
		case c != 0:
			return e.value(expr.Args[1])
		}
		return e.value(expr.Args[2])
	}
	x, ok := e.value(expr.Args[0])
	if !ok {
		return Value{}, false
	}
	y, ok := e.value(expr.Args[1])
	switch {
	case !ok:
		return Value{}, false
	case expr.Op == Concat:
		return Value{Str: x.Str + y.Str}, true
	}
	z, ok := e.scalar(expr.Args[2])
	if !ok {
		return Value{}, false
	}
	return substr(x, expr, y.Bits, z)
}
