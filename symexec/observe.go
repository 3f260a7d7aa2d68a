package symexec

import (
	"math"

	"nearmiss/internal/probe"
	"nearmiss/term"
)

// An Observer receives the distances of conditions of rewritten code to their sides.
type Observer interface {
	// Observes reports whether to observe a condition, given by the number of Site.Cond.
	Observes(cond int) bool

	// Observe receives an evaluation of such a condition. Calls come in the order of the run.
	Observe(o Observation)
}

// Observation gives the distances of one evaluation of a condition to its sides, as machine
// code measures them for the same input: exact words, and 0 for the side that the run took. The
// operands have their values under the current witness. A run with Follow, Options.Fork and no
// precondition keeps its witness, which is then Path.Input.
type Observation struct {
	Cond     int // number of the condition, cfg.Cond.ID
	Relation Relation
	Float    bool      // the operands are floats or complex: the words of Distance encode floats (see probe.PublishedF)
	Distance [2]uint64 // distance to the false side and to the true side
	Gap      uint64    // for a Truth about structs or arrays: distance of the two values to equality; 0 if unknown
}

// Relation is the relation that a condition tests between its operands.
type Relation uint8

const (
	Equal Relation = iota
	Different
	Less
	LessOrEqual
	Greater
	GreaterOrEqual
	Truth // no relation between operands: the distances are 0 and 1
)

var relations = [...]string{"==", "!=", "<", "<=", ">", ">=", "truth"}

func (r Relation) String() string { return relations[r] }

// observe passes a condition, the side that the run took and the gap to the observer.
func (m *machine) observe(branch uint32, side bool, rel uint8, k kind, x, y []cell, gap uint64) {
	cond := int(branch >> 1)
	if !m.running || !m.opts.Observer.Observes(cond) {
		return
	}
	o := Observation{Cond: cond, Relation: Relation(rel), Float: k.float() || k.complex(), Gap: gap}
	exact, ok := uint64(0), false
	if rel < relTruth {
		r := term.Rel(rel)
		if side { // the distance is that to the other side
			r = r.Negate()
		}
		exact, ok = m.distance(r, k, x, y)
	}
	if !ok {
		o.Relation, o.Float, exact = Truth, false, 1
	}
	o.Distance[b2i(!side)] = exact
	m.opts.Observer.Observe(o)
}

// distance returns the distance of operands to a relation under the witness. ok is false if the
// operands have no distance.
func (m *machine) distance(rel term.Rel, k kind, x, y []cell) (exact uint64, ok bool) {
	if k == kString {
		a, _ := m.textUnderWitness(x[0])
		b, _ := m.textUnderWitness(y[0])
		return probe.DistS(probe.Rel(rel), a, b), true
	}
	var v, w [2]uint64
	part := k
	n := 1
	if k.complex() {
		part, n = k.part(), 2
	}
	for i := range n {
		if !isNumber(x[i]) || !isNumber(y[i]) {
			return 0, false
		}
		v[i], w[i] = m.wordUnderWitness(part, x[i]), m.wordUnderWitness(part, y[i])
	}
	float := math.Float64frombits
	switch {
	case k.complex():
		a, b := complex(float(v[0]), float(v[1])), complex(float(w[0]), float(w[1]))
		return probe.DistC(probe.Rel(rel), a, b), true
	case k.float():
		return probe.DistF(probe.Rel(rel), float(v[0]), float(w[0])), true
	case k.signed():
		return probe.DistI(probe.Rel(rel), int64(v[0]), int64(w[0])), true
	case k.integer():
		return probe.DistU(probe.Rel(rel), v[0], w[0]), true
	}
	return 0, false
}

// isNumber reports whether a cell holds a number, symbolic or not, and no address.
func isNumber(c cell) bool {
	_, ok := c.r.(*term.Term)
	return ok || c.r == nil
}
