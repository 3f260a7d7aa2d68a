package dse

import (
	"math"
	"slices"
)

// A leap is what FitnexOptions.Leap makes of a flip. If a flip of a branch
// brings a path nearer by g on average, and the path lacks d, about d/g flips are
// wanted, and the branch's next open nodes on the path are asked for too: Newton's
// step, with FGain for the derivative. It does not go too far, as flipping all
// occurrences would. If no input does all that, half of it is asked for, and half
// of that.
//
// A leap that loses what the path had reached was too long: the branch's next is
// at most half as long, until one lands (a trust region, with a radius for each
// branch, target and grade).
//
// A path may have fewer nodes than are wanted. When a node is flipped that makes
// a list longer, it is asked for as many elements as the branch that gains most
// has too few nodes.

// aim is the last provided node, and the target it is for.
type aim struct {
	target *target
	node   *Node
}

// Hints implements Hinter. It takes time linear in the path. The list is valid until the
// next call.
func (f *fitnex) Hints(n *Node) []Hint {
	if !f.leap || f.aim.node != n {
		return nil
	}
	t, run := f.aim.target, n.start()
	now := f.fitness(run, t)
	k := f.wanted(t, f.paths.number(n), now) - 1
	flips := f.behind(n, run, k)
	more := 0
	if len(flips) < max(k, 1) && f.paths.grow(n) {
		more = max(k-len(flips), f.lacking(t, run, now)-1)
	}
	f.hints = f.hints[:0]
	for k := max(len(flips), more); k > 0; k /= 2 {
		f.hints = append(f.hints, Hint{flips[:min(k, len(flips))], min(k, more)})
	}
	return f.hints
}

// behind lists the first open nodes of n's branch behind n on the path of a run,
// k at most. The list is valid until the next call.
func (f *fitnex) behind(n *Node, run *Run, k int) []*Node {
	if k <= 0 {
		return nil
	}
	list := f.flips[:0]
	for m := range run.Nodes {
		if m == n {
			break
		}
		if m.other == Open && m.location == n.location {
			list = append(list, m)
		}
	}
	slices.Reverse(list)
	f.flips = list
	return list[:min(k, len(list))]
}

// wanted is how many flips of a branch bring a run of a fitness to the target, 0 if they do
// not bring it nearer.
func (f *fitnex) wanted(t *target, b int, now fitness) int {
	if now.grade >= f.grades() || now.answer {
		return 0
	}
	gains := &t.gains[now.grade]
	g := gains.stride(b)
	if g <= 0 {
		return 0
	}
	k := int(min(math.Ceil(lacks(now)/g), most))
	if radius := int(gains.all[b].radius); radius > 0 {
		k = min(k, radius)
	}
	return k
}

// landed tells of a leap of so many flips of a branch, and whether the path behind it
// reaches as much as the one before. The next is at most half as long if
// not, and may be twice as long if so.
func (g *gains) landed(branch, flips int, well bool) {
	switch b := g.all.at(branch); {
	case well && b.radius > 0:
		b.radius = max(b.radius, int32(2*flips))
	case !well && flips > 1:
		b.radius = int32(flips / 2)
	}
}

// most is the most flips that a leap may have.
const most = 1 << 10

// lacking is how many flips a run lacks of a branch that gains, beside the open
// nodes that it has of it: the least for any such branch, 0 if there is none.
func (f *fitnex) lacking(t *target, run *Run, now fitness) (least int) {
	var open table[int] // counted when some branch gains
	for b := range f.paths.growing {
		wanted := f.wanted(t, b, now)
		if wanted == 0 {
			continue
		}
		if open == nil {
			open = f.open(run)
		}
		if lacks := wanted - open[b]; lacks > 0 && (least == 0 || lacks < least) {
			least = lacks
		}
	}
	return least
}

// open counts the open nodes of each branch on the path of a run. The table is valid until
// the next call.
func (f *fitnex) open(run *Run) table[int] {
	open := lengthened(f.paths.counts[:0], len(f.paths.growing))
	for m := range run.Nodes {
		if m.other == Open {
			*open.at(f.paths.number(m))++
		}
	}
	f.paths.counts = open
	return open
}

// lacks is what a fitness value lacks of that for which the program goes another
// way: of a path that does not reach the predicate, to the next guard.
func lacks(v fitness) float64 {
	if v.grade == reached {
		return v.value
	}
	_, part := math.Modf(v.value)
	return part / (1 - part)
}

// stride is how often a run takes the other side of the node it was made for
// more than the run it was made from, 1 at least.
func (s *findings) stride(r *Run) int {
	n := r.Flipped
	if !s.leap || n == nil {
		return 1
	}
	if r.strides == 0 {
		r.strides = max(1, others(r, n)-others(n.start(), n))
	}
	return r.strides
}

// others is how often the path of a run takes the side of n's condition that n
// stands before. The last node of the condition knows it.
func others(r *Run, n *Node) int {
	for m, side := range r.Nodes {
		if m.location>>1 != n.location>>1 {
			continue
		}
		sum := m.Nth
		if m.Side == n.Side {
			sum = int(m.rest)
		}
		return sum + index(side != n.Side)
	}
	return 0
}
