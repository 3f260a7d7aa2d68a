package dse

import (
	"math"
	"slices"

	"nearmiss/symexec"
)

// A meter measures how near a run comes to its targets. It implements
// symexec.Observer.
type meter struct {
	targets []uint32
	byCond  map[int][]int // numbers of targets
	near    []Near
	nearest []symexec.Observation // of each target that was reached
}

func (m *meter) begin(targets []uint32) {
	if m.byCond == nil || !slices.Equal(m.targets, targets) {
		m.targets, m.byCond = slices.Clone(targets), map[int][]int{}
		for i, b := range targets {
			m.byCond[int(b>>1)] = append(m.byCond[int(b>>1)], i)
		}
	}
	m.nearest = slices.Grow(m.nearest[:0], len(targets))[:len(targets)]
	m.near = slices.Grow(m.near[:0], len(targets))[:len(targets)]
	for i := range m.near {
		m.near[i] = Near{Away: math.Inf(1)}
	}
}

// Wants implements symexec.Observer.
func (m *meter) Wants(cond int) bool { return m.byCond[cond] != nil }

// Saw implements symexec.Observer.
func (m *meter) Saw(o symexec.Observation) {
	for _, i := range m.byCond[o.Cond] {
		n, was := &m.near[i], m.near[i]
		if n.Saw(o, m.side(i)); *n != was {
			m.nearest[i] = o
		}
	}
}

// side is the one that a target, by number, is of its condition.
func (m *meter) side(target int) bool { return m.targets[target]&1 != 0 }

// operands are those of the nearest evaluation of a target's predicate, by number; nil if
// there was none, if it took the side, or if nothing is known of them.
func (m *meter) operands(target int) *symexec.Operands {
	if n := m.near[target]; !n.Reached || n.Distance == 0 {
		return nil
	}
	return m.nearest[target].Operands(m.side(target))
}
