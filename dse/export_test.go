package dse

import (
	"fmt"

	"nearmiss/input"
	"nearmiss/symexec"
)

// Composite is what a Fitnex frontier computes for the node that it provides
// next for its first target.
func Composite(f Frontier) float64 {
	x := f.(*fitnex)
	return x.choose(x.turns[0]).composite
}

// Gain is FGain of a branch for the first target.
func Gain(f Frontier, b Branch) float64 {
	x := f.(*fitnex)
	t := x.turns[0]
	for _, now := range x.found {
		for n := range x.paths.runs[now.path-1].Nodes {
			if n.Branch() == b {
				gain, _, _ := t.gains[reached].of(x.paths.number(n))
				return gain
			}
		}
	}
	return 0
}

// Repetitions describes the ways to repeat blocks of a list.
func Repetitions(n int) (list []string) {
	for _, size := range sizes(n) {
		for _, r := range repetitions(0, n, size) {
			list = append(list, fmt.Sprint(r.from, r.to, r.second, r.until, r.goes))
		}
	}
	return list
}

// Repeats reports whether an input is looked at as an edit of another one.
func Repeats(v, longer input.Vector) bool { return repeats(v, longer) }

// Prepared are the edits that Pump makes of an input at once.
func Prepared(p Editor, v input.Vector) []input.Vector {
	f := Pump(&World{editor: p}).(*pump)
	s := newSource(f, &Run{Path: &symexec.Path{Input: v}})
	s.prepare(f)
	return s.edits
}

// Landings is the longest leap of a branch after each of so many landings.
func Landings(flips []int, well []bool) (radius []int) {
	var g gains
	for i, k := range flips {
		g.landed(1, k, well[i])
		radius = append(radius, int(g.all[1].radius))
	}
	return radius
}

// Edited is an input that Weave would suggest, but for a second edit.
func Edited(f Frontier) []uint64 {
	w := f.(*weave)
	w.catchUp()
	return w.edit(w.draw())
}

// Idle declines all nodes.
func Idle(*World) Frontier { return idle{} }

// Polishing is Idle that has runs polished.
func Polishing(w *World) Frontier {
	w.polishes = true
	return idle{}
}

type idle struct{}

func (idle) New(*Node)       {}
func (idle) Ran(*Run)        {}
func (idle) Exhausted(*Node) {}
func (idle) Next() *Node     { return nil }

// Closeness is how near a run that has reached a target comes to it, as strategies see it.
func Closeness(r *Run, target int) float64 { return closeness(r, target).value }
