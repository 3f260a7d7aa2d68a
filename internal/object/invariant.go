package object

import (
	"context"
	"fmt"
	"math"
	"slices"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/symexec"
	"nearmiss/term"
)

// An Invariant held in every state of the receiver that calls made. It is a hint and not a proof:
// another sequence of calls may break it.
type Invariant struct {
	Text   string // in Go syntax, such as a.wrong <= 3
	States int    // number of states in which it held; states without its quantities do not count

	formula *term.Term // the invariant as a condition over the words of an input
}

// A quantity is a number in states: a field, the length of a list, the elements of a list, whether
// a pointer is nil.
type quantity struct {
	name     string
	variable symexec.Variable // of the first of slots; its role and type are those of all
	slots    []*term.Term     // one slot, or one for each element of a list

	min, max       int64
	atMin, atMax   int // number of values equal to min, and to max
	values, states int
	manyValues     bool  // the quantity had more than two distinct values
	value          int64 // the last value, if present
	present        bool  // the last state has the quantity
	overflowed     bool  // a value did not fit int64
}

// A pair is two quantities x and y with x <= y in all states, unless broken.
type pair struct {
	x, y   *quantity
	equal  int // states with x == y
	states int // states with both quantities
	broken bool
}

// invariants infers invariants from states by templates, as Ernst et al. do in Daikon.
type invariants struct {
	builder    *term.Builder
	variables  []symexec.Variable
	quantities []*quantity
	bySlot     []*quantity
	pairs      []pair
}

// maxPaired bounds the quantities that are compared with each other in pairs.
const maxPaired = 24

func newInvariants(b *term.Builder, variables []symexec.Variable, receiver string) *invariants {
	learned := &invariants{builder: b, variables: variables, bySlot: make([]*quantity, len(variables))}
	known := map[int]*quantity{}
	for slot, variable := range variables {
		inside := len(variable.Name) > len(receiver) && variable.Name[:len(receiver)] == receiver && (variable.Name[len(receiver)] == '.' || variable.Name[len(receiver)] == '[')
		if variable.Term == nil || !inside || variable.Type.Kind == input.Complex || variable.Role == input.RoleFloat || variable.Role == input.RoleByte || variable.Role == input.RoleAlt {
			continue
		}
		q := known[variable.FirstCounterpart]
		if q == nil {
			q = &quantity{name: variable.Name, variable: variable}
			if variable.Role == input.RoleLen {
				q.name = "len(" + variable.Name + ")"
			}
			known[variable.FirstCounterpart] = q
			learned.quantities = append(learned.quantities, q)
		}
		q.slots = append(q.slots, variable.Term)
		learned.bySlot[slot] = q
	}
	var numbers []*quantity
	for _, q := range learned.quantities {
		if q.isNumber() && !q.variable.InElement && len(numbers) < maxPaired {
			numbers = append(numbers, q)
		}
	}
	for _, x := range numbers {
		for _, y := range numbers {
			if x != y {
				learned.pairs = append(learned.pairs, pair{x: x, y: y})
			}
		}
	}
	return learned
}

// range64 returns the least and the greatest value of the quantity: those of its type, or for a
// length 0 and the capacity of the executor.
func (q *quantity) range64() (low, high int64) {
	switch bits := q.variable.Type.Bits; {
	case q.variable.Role == input.RoleLen:
		return 0, int64(q.variable.MaxWord - q.variable.LengthOffset)
	case q.variable.Role == input.RoleUint && bits < 64:
		return 0, 1<<bits - 1
	case q.variable.Role == input.RoleUint:
		return 0, math.MaxInt64
	default:
		return -1 << (bits - 1), 1<<(bits-1) - 1
	}
}

func (q *quantity) isNumber() bool {
	return q.variable.Role == input.RoleInt || q.variable.Role == input.RoleUint || q.variable.Role == input.RoleLen
}

// observe records a state. It reports whether the state broke an invariant other than a bound: that
// a quantity is constant, is never negative, or is never above another one. slots has the slot of
// each word of literal.
func (m *invariants) observe(literal input.Vector, slots []int) (news bool) {
	for pos, slot := range slots {
		if q := m.bySlot[slot]; q != nil {
			oldMin, first := q.min, q.values == 0
			same := q.min == q.max
			q.observe(literal[pos])
			news = news || !first && (same && q.min < q.max || oldMin >= 0 && q.min < 0)
		}
	}
	for i := range m.pairs {
		p := &m.pairs[i]
		if p.broken || !p.x.present || !p.y.present {
			continue
		}
		p.states++
		if p.broken = p.x.value > p.y.value; p.broken && p.states > 1 {
			news = true
		}
		if p.x.value == p.y.value {
			p.equal++
		}
	}
	for _, q := range m.quantities {
		if q.present {
			q.states++
		}
		q.present = false
	}
	return news
}

// observe records a value of the quantity, given as the word of an input.
func (q *quantity) observe(w uint64) {
	number := int64(w)
	if q.variable.Role == input.RoleLen {
		number = int64(max(w, q.variable.LengthOffset) - q.variable.LengthOffset)
	}
	q.overflowed = q.overflowed || q.variable.Role == input.RoleUint && number < 0
	q.value, q.present = number, true
	q.values++
	switch {
	case q.values == 1:
		q.min, q.max, q.atMin, q.atMax = number, number, 1, 1
		return
	case q.min < number && number < q.max:
		q.manyValues = true
		return
	}
	switch {
	case number < q.min:
		q.manyValues = q.manyValues || q.min < q.max
		q.min, q.atMin = number, 1
	case number == q.min:
		q.atMin++
	}
	switch {
	case number > q.max:
		q.manyValues = q.manyValues || q.min < q.max
		q.max, q.atMax = number, 1
	case number == q.max:
		q.atMax++
	}
}

// A bound is an invariant only if many values equal it: random values meet their least value once.
const (
	minAtBound     = 3
	atBoundDivisor = 100 // at least one of atBoundDivisor values equals the bound
)

// meetsBoundOften reports whether enough of all values equal a bound.
func meetsBoundOften(atBound, all int) bool {
	return atBound >= minAtBound && atBound >= all/atBoundDivisor
}

// Invariants lists the invariants that held in every state so far.
func (p *Program) Invariants() []Invariant { return p.invariants.list() }

func (m *invariants) list() (list []Invariant) {
	builder := m.builder
	for _, quantity := range m.quantities {
		if quantity.overflowed || quantity.states < minAtBound {
			continue
		}
		say := func(text string, holds func(x *term.Term) *term.Term) {
			all := builder.Bool(true)
			for _, slot := range quantity.slots {
				all = builder.Both(all, holds(m.slotValue(quantity, slot)))
			}
			list = append(list, Invariant{text, quantity.states, all})
		}
		compare := func(rel term.Rel, v int64) {
			say(fmt.Sprintf("%s %s %d", quantity.name, rel, v), func(x *term.Term) *term.Term { return builder.Compare(rel, x, builder.Int(x.Sort, uint64(v))) })
		}
		switch {
		case quantity.variable.Role == input.RoleBool && quantity.min == quantity.max:
			text := quantity.name
			if quantity.min == 0 {
				text = "!" + quantity.name
			}
			say(text, func(x *term.Term) *term.Term {
				if quantity.min == 0 {
					return builder.Not(x)
				}
				return x
			})
		case quantity.variable.Role == input.RoleNil && quantity.min == quantity.max:
			text := quantity.name + " != nil"
			if quantity.min == 0 {
				text = quantity.name + " == nil"
			}
			say(text, func(x *term.Term) *term.Term {
				return builder.Compare(term.EQ, x, builder.Int(x.Sort, uint64(quantity.min)))
			})
		case !quantity.isNumber():
		case quantity.min == quantity.max:
			compare(term.EQ, quantity.min)
		default:
			low, high := quantity.range64()
			two := !quantity.manyValues && quantity.variable.Role != input.RoleLen
			if quantity.min > low && (two || meetsBoundOften(quantity.atMin, quantity.values)) {
				compare(term.GE, quantity.min)
			}
			if quantity.max < high && (two || meetsBoundOften(quantity.atMax, quantity.values)) {
				compare(term.LE, quantity.max)
			}
		}
	}
	return append(list, m.orderedPairs()...)
}

// orderedPairs lists the invariants of pairs, except those implied by bounds or by two other pairs.
// An invariant needs minAtBound states with both quantities, and a state in which they are equal.
func (m *invariants) orderedPairs() (list []Invariant) {
	type key struct{ x, y *quantity }
	held := map[key]*pair{}
	for i := range m.pairs {
		p := &m.pairs[i]
		if x, y := p.x, p.y; !p.broken && p.states >= minAtBound && !x.overflowed && !y.overflowed && x.min < x.max && y.min < y.max && x.max > y.min && p.equal > 0 {
			held[key{x, y}] = p
		}
	}
	for i := range m.pairs {
		ordered := &m.pairs[i]
		k := key{ordered.x, ordered.y}
		same := held[key{ordered.y, ordered.x}] != nil
		if held[k] != ordered || same && slices.Index(m.quantities, ordered.x) > slices.Index(m.quantities, ordered.y) {
			continue
		}
		if !same && slices.ContainsFunc(m.quantities, func(q *quantity) bool {
			return held[key{ordered.x, q}] != nil && held[key{q, ordered.y}] != nil && held[key{q, ordered.x}] == nil && held[key{ordered.y, q}] == nil
		}) {
			continue
		}
		rel := term.LE
		if same {
			rel = term.EQ
		}
		x, y := m.wideQuantity(ordered.x), m.wideQuantity(ordered.y)
		list = append(list, Invariant{fmt.Sprintf("%s %s %s", ordered.x.name, rel, ordered.y.name), ordered.states, m.builder.Compare(rel, x, y)})
	}
	return list
}

// slotValue returns the number that a slot of a quantity represents.
func (m *invariants) slotValue(q *quantity, slot *term.Term) *term.Term {
	if q.variable.Role != input.RoleLen {
		return slot
	}
	x := m.builder.Convert(slot, term.Signed(64))
	if q.variable.LengthOffset == 0 {
		return x
	}
	zero := m.builder.Int(x.Sort, 0)
	return m.builder.If(m.builder.Compare(term.EQ, x, zero), zero, m.builder.Binary(term.Sub, x, m.builder.Int(x.Sort, q.variable.LengthOffset)))
}

// wideQuantity returns a quantity with one slot, converted to 64 bits.
func (m *invariants) wideQuantity(q *quantity) *term.Term {
	return m.builder.Convert(m.slotValue(q, q.slots[0]), term.Signed(64))
}

// ContradictingInvariants returns a minimal set of invariants that contradict the clauses according
// to the solver; nil if all invariants together do not.
func (p *Program) ContradictingInvariants(ctx context.Context, clauses []*term.Term) ([]Invariant, error) {
	list := p.Invariants()
	start := p.states.kept[0].literal
	refuted := func(with []Invariant) (bool, error) {
		all := slices.Clone(clauses)
		for _, i := range with {
			all = append(all, i.formula)
		}
		answer, _, err := p.function.Satisfy(ctx, start, all[:len(all)-1], all[len(all)-1])
		return answer.Verdict == smt.Unsat, err
	}
	if no, err := refuted(list); err != nil || !no || len(list) == 0 {
		return nil, err
	}
	for i := 0; i < len(list); {
		without := slices.Delete(slices.Clone(list), i, i+1)
		no, err := refuted(without)
		switch {
		case err != nil:
			return nil, err
		case no:
			list = without
		default:
			i++
		}
	}
	return list, nil
}
