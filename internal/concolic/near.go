package concolic

import (
	"math"
	"slices"

	"nearmiss/dse"
	"nearmiss/symexec"
)

// A meter measures how near a run comes to its targets. It implements
// symexec.Observer.
type meter struct {
	targets []uint32
	byCond  map[int][]int // numbers of targets
	near    []dse.Near
	related []*symexec.Operands // of the nearest evaluations
}

func (m *meter) begin(targets []uint32) {
	if m.byCond == nil || !slices.Equal(m.targets, targets) {
		m.targets, m.byCond = slices.Clone(targets), map[int][]int{}
		for i, b := range targets {
			m.byCond[int(b>>1)] = append(m.byCond[int(b>>1)], i)
		}
	}
	m.related = slices.Grow(m.related[:0], len(targets))[:len(targets)]
	clear(m.related)
	m.near = slices.Grow(m.near[:0], len(targets))[:len(targets)]
	for i := range m.near {
		m.near[i] = dse.Near{Away: math.Inf(1)}
	}
}

// Wants implements symexec.Observer.
func (m *meter) Wants(cond int) bool { return m.byCond[cond] != nil }

// Saw implements symexec.Observer.
func (m *meter) Saw(o symexec.Observation) {
	for _, i := range m.byCond[o.Cond] {
		n, side := &m.near[i], m.targets[i]&1 != 0
		was := *n
		if n.Saw(o, side); *n != was {
			if m.related[i] = nil; n.Distance > 0 {
				m.related[i] = o.Operands(side)
			}
		}
	}
}
