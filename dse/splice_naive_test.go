package dse

import (
	"fmt"
	"slices"
)

// CheckView compares what a frontier of Splice has seen of a run that was followed last
// with what a walk over all its path finds.
func CheckView(f Frontier, r *Run) error {
	x := f.(*splice)
	compared := slices.Clone(x.p.Reading().Compared)
	x.catchUp()
	x.view.look(r, compared)
	want := naiveView(x.p, r, compared)
	if len(want) != len(x.view.numbers) {
		return fmt.Errorf("lists %v, not %v", x.view.numbers, want)
	}
	for list, g := range want {
		got := x.view.whole(list)
		if got.last != g.last || got.latest != g.latest || got.wants != g.wants || got.end != g.end || !slices.Equal(got.elements, g.elements) {
			return fmt.Errorf("list %d: %+v, not %+v", list, *got, *g)
		}
		for i, s := range x.view.path[:x.view.reached(list, g.last)] {
			if int(s.list) == list && int(s.index) == g.last {
				return fmt.Errorf("list %d: node %d looks at the last element already", list, i)
			}
		}
	}
	return nil
}

func naiveView(p Reader, r *Run, compared []Compared) map[int]*glance {
	all := map[int]*glance{}
	of := func(list int) *glance {
		if all[list] == nil {
			all[list] = &glance{last: -1, elements: p.Elements(r.Path.Input, list)}
		}
		return all[list]
	}
	for n, side := range r.Nodes {
		slots := n.clause.Slots()
		for _, slot := range slots {
			at := p.Place(int(slot))
			switch {
			case at.List == 0:
			case !at.Length:
				of(at.List).last = max(of(at.List).last, at.Index)
			default:
				g := of(at.List)
				other := n.clause
				if side == n.Side {
					other = other.Builder().Not(other)
				}
				if _, k := p.Wants(other); len(slots) == 1 && k > len(g.elements) {
					if g.wants == 0 {
						g.wants = k
					}
					for _, x := range [...]uint64{n.Context, uint64(n.Site.Cond), uint64(n.Site.At)} {
						g.end = (g.end ^ x + 1) * 0x9e3779b97f4a7c15
						g.end ^= g.end >> 29
					}
				}
			}
		}
	}
	for _, c := range compared {
		g := of(c.List)
		g.last, g.latest = max(g.last, c.At+c.Len-1), max(g.latest, c.From)
	}
	return all
}
