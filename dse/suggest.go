package dse

import (
	"math/bits"

	"nearmiss/input"
)

// A Suggester is a frontier that has inputs to run that no flip makes. It is
// asked before Next, whenever something is to be done; whether it is the turn of
// an input or of a node is its choice. What it suggests is no start of a flip and
// counts as a run. Such a run has no Flipped node; the frontier knows it by its
// input.
type Suggester interface {
	Frontier

	// Suggest provides the next input to run; nil: none. An input that was run
	// is passed over, and the next is asked for.
	Suggest() input.Vector
}

// How many inputs may be passed over, as they were run or their paths are known: to make
// them takes as long as those that are run.
const (
	mostForeseen = 16 // in a row, before a part has none
	mostPassed   = 8  // for what one costs that was run in vain
)

// overlooked counts attempts at inputs that were passed over.
type overlooked int

// one counts one more. It returns how many suggestions in vain that makes, 0 or 1.
func (p *overlooked) one() int {
	*p++
	return index(*p%mostPassed == 0)
}

// A Keeper is a Suggester that says which runs of what it suggested are worth
// more than what is known of them then. Others are left out of the tree, so that
// no strategy goes on from inputs that were tried in vain; their nodes will be
// found by flips.
type Keeper interface {
	Suggester

	// Keep is told of the run of the last suggestion before everybody else. If it
	// is not kept, nobody else is told.
	Keep(r *Run) bool
}

// A Patient is a Suggester that has fewer inputs than there were runs, so that most of the
// time it is not worth telling it of them.
type Patient interface {
	Suggester

	// Declines reports whether it would suggest nothing if it were told of so many more
	// runs, none of which it had suggested.
	Declines(more int) bool
}

// A Certain is a Suggester that knows whether its next suggestion goes on from one
// that was better.
type Certain interface {
	Suggester
	Sure() bool
}

// A memo knows runs by the hashes of their inputs, which are computed when it is asked.
type memo struct {
	late []*Run
	runs map[uint64]*Run // nil: one that is left out of the tree
}

// renew forgets all runs.
func (m *memo) renew() {
	clear(m.runs)
	m.late = m.late[:0]
}

func (m *memo) add(r *Run) { m.late = append(m.late, r) }

// of is the run of an input with a hash, if there was one; nil if it is left out of the
// tree.
func (m *memo) of(hash uint64) (r *Run, ran bool) {
	if m.runs == nil {
		m.runs = make(map[uint64]*Run, 2*leastBlock)
	}
	for _, r := range m.late {
		m.runs[r.hash()] = r
	}
	clear(m.late)
	m.late = m.late[:0]
	r, ran = m.runs[hash]
	return r, ran
}

// leave forgets all of a run but its input.
func (m *memo) leave(r *Run) {
	h := r.hash()
	m.of(h)
	m.runs[h] = nil
}

// hash is that of the input, which is computed once.
func (r *Run) hash() uint64 {
	if r.hashed == 0 {
		r.hashed = hash(r.Path.Input)
	}
	return r.hashed
}

// hash mixes each word into 64 bits by a product of 128.
func hash(v input.Vector) uint64 {
	h := uint64(len(v)) + 0x9e3779b97f4a7c15
	for _, w := range v {
		high, low := bits.Mul64(h^w, 0xd6e8feb86659fd93)
		h = bits.RotateLeft64(high^low, 23) + 0x9e3779b97f4a7c15
	}
	return h
}
