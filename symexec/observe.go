package symexec

import (
	"math"

	"nearmiss/internal/probe"
	"nearmiss/term"
)

// An Observer hears how near the conditions of rewritten code come to their
// sides.
type Observer interface {
	// Wants reports whether the condition with a number (as in Site.Cond) is
	// observed.
	Wants(cond int) bool

	// Saw tells of an evaluation of such a condition by the run, in order.
	Saw(o Observation)
}

// Observation is how near one evaluation of a condition came to its sides. The
// distances are those that machine code measures with the same input: exact
// words, and 0 for the side that was taken. They are of the operands under the
// witness at the time; a run with Follow, Options.Fork and no precondition
// keeps its witness, so there they are those of Path.Input.
type Observation struct {
	Cond     int
	Relation Relation
	Float    bool      // of floating point operands: the published distance is another function of the word
	Distance [2]uint64 // to the false and to the true side
	Gap      uint64    // of a truth that is about structs or arrays: how far they are from equal; 0: nothing is known
}

// Relation is what a condition relates its operands by.
type Relation uint8

const (
	Equal Relation = iota
	Different
	Less
	LessOrEqual
	Greater
	GreaterOrEqual
	Truth // no relation: its distances are 0 and 1
)

var relations = [...]string{"==", "!=", "<", "<=", ">", ">=", "truth"}

func (r Relation) String() string { return relations[r] }

// observe tells the observer of a condition of which the run took a side.
func (m *machine) observe(branch uint32, side bool, rel uint8, k kind, x, y []cell) {
	cond := int(branch >> 1)
	gap := m.gap
	m.gap = 0 // what was compared before is about no other condition
	if !m.running || !m.opts.Observer.Wants(cond) {
		return
	}
	o := Observation{Cond: cond, Relation: Relation(rel), Float: k.float() || k.complex()}
	exact, ok := uint64(0), false
	if rel < relTruth {
		r := term.Rel(rel)
		if side { // what would have to hold
			r = r.Negate()
		}
		exact, ok = m.distance(r, k, x, y)
	}
	if !ok {
		o.Relation, o.Float, exact = Truth, false, 1
	}
	if o.Relation == Truth {
		o.Gap = gap
	}
	o.Distance[b2i(!side)] = exact
	m.opts.Observer.Saw(o)
}

// distance is how far operands are from a relation, under the witness. What has
// no distance is not ok.
func (m *machine) distance(r term.Rel, k kind, x, y []cell) (exact uint64, ok bool) {
	if k == kString {
		a, _ := m.textUnderWitness(x[0])
		b, _ := m.textUnderWitness(y[0])
		return probe.DistS(probe.Rel(r), a, b), true
	}
	var v, w [2]uint64
	part := k
	n := 1
	if k.complex() {
		part, n = k.part(), 2
	}
	for i := range n {
		if !number(x[i]) || !number(y[i]) {
			return 0, false
		}
		v[i], w[i] = m.wordUnderWitness(part, x[i]), m.wordUnderWitness(part, y[i])
	}
	float := math.Float64frombits
	switch {
	case k.complex():
		a, b := complex(float(v[0]), float(v[1])), complex(float(w[0]), float(w[1]))
		return probe.DistC(probe.Rel(r), a, b), true
	case k.float():
		return probe.DistF(probe.Rel(r), float(v[0]), float(w[0])), true
	case k.signed():
		return probe.DistI(probe.Rel(r), int64(v[0]), int64(w[0])), true
	case k.integer():
		return probe.DistU(probe.Rel(r), v[0], w[0]), true
	}
	return 0, false
}

// number reports whether a cell has a number, and no address.
func number(c cell) bool {
	_, ok := c.r.(*term.Term)
	return ok || c.r == nil
}
