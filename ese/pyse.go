package ese

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"

	"nearmiss/input"
	"nearmiss/search"
	"nearmiss/symexec"
)

// PySE learns by Q-learning which side of a branch leads to a costlier path (Koo, Saumya,
// Kulkarni, Bagchi: PySE: Automatic worst-case test generation by reinforcement learning,
// ICST 2019). Symbolic execution and the update of the policy alternate: Algorithm 1 is its
// basic mode, Algorithm 2 the advanced one, in which the unique path finder leads each path
// to a branch that was not seen.
//
// The reward of a side that is feasible is what the cost rises by until the next branch,
// which is 1 where decisions are counted (equation 2); that of one that is not is Penalty,
// and ends the path. Rewards are in units of the first path's mean. A question that no
// solver can answer ends the path too, and is tallied.
//
// Behind a prefix the policy is followed as it is. Lines 7 to 9 of Algorithm 2 draw there,
// too (Printed): a policy that is right is then followed through n branches with probability
// (1-ε/2)^n, which is 0.00006 for the 190 of Table I's insertion sort of 20, where the paper
// has the longest path as the second one.
//
// Equation (8) takes the slope of ΔQ itself, by which Q would fall without end; this is that
// of ½ΔQ² with the value of the next state held fixed (the semi-gradient of Sutton and Barto
// 1998). The paper says neither how large a mini-batch is nor how fast to learn, nor how
// often the experiences are gone through until the weights have converged: see Batch, Rate
// and Lessons. docs/pyse.md has what other choices give.
type PySE struct {
	Basic       bool    // Algorithm 1
	Printed     bool    // Algorithm 2 as printed: sides are drawn behind a prefix, too
	History     int     // branches before the one at hand, L; default 2; NoHistory: none
	Hidden      int     // units of the LSTM cell; default 2
	Epsilon     float64 // share of sides that are drawn; default 0.1
	Penalty     float64 // reward of an infeasible side; default -20
	Experiences int     // that are kept, N_e; default 5000
	Tries       int     // of the unique path finder for a path, N_search; default 200

	Rate    float64 // of learning, by Adam; default 0.01
	Batch   int     // experiences in a mini-batch; default 32
	Lessons int     // experiences that are used after a path, in whole passes, at least one and at most Passes; default 20 000
	Passes  int     // default 50
}

// NoHistory is a history of no branches.
const NoHistory = -1

func (o PySE) withDefaults() PySE {
	switch o.History {
	case 0:
		o.History = 2
	case NoHistory:
		o.History = 0
	}
	o.Hidden = cmp.Or(o.Hidden, 2)
	o.Epsilon = cmp.Or(o.Epsilon, 0.1)
	o.Penalty = cmp.Or(o.Penalty, -20)
	o.Experiences = cmp.Or(o.Experiences, 5000)
	o.Tries = cmp.Or(o.Tries, 200)
	o.Rate = cmp.Or(o.Rate, 0.01)
	o.Batch = cmp.Or(o.Batch, 32)
	o.Lessons = cmp.Or(o.Lessons, 20_000)
	o.Passes = cmp.Or(o.Passes, 50)
	return o
}

// WithHistory implements Historian.
func (o PySE) WithHistory(n int) (Strategy, error) {
	if n > MaxHistory {
		return o, fmt.Errorf("%d is more than %d", n, MaxHistory)
	}
	if o.History = n; n == 0 {
		o.History = NoHistory
	}
	return o, nil
}

// Learns implements Learner.
func (PySE) Learns() string { return QNetworkPolicy }

// Tallies of PySE.
const (
	Unanswered = "paths that ended at a question that no solver could answer"
	Diverged   = "networks that diverged and began anew"
	NoNewPath  = "times that the unique path finder found none"
)

// Search implements Strategy.
func (o PySE) Search(g *Gate) error {
	l, err := newLearning(g, o.withDefaults())
	if err != nil {
		return err
	}
	g.leave(QNetworkPolicy, l.policy)
	for more := true; more; l.update() {
		var prefix []bool
		var from input.Vector
		if !o.Basic {
			if prefix, from = l.find(l.rng); from == nil && len(l.tree.nodes) > 0 {
				g.Tally(NoNewPath, 1)
			}
		}
		if more = l.execute(prefix, from); more && l.tree.exhausted() {
			g.archive.Complete = !l.tree.gaps && !g.other
			g.Finish(search.Exhausted)
			more = false
		}
	}
	return nil
}

// learning is a search by PySE.
type learning struct {
	PySE
	g       *Gate
	rng     *rand.Rand
	network *qNetwork
	sites   siteNumbers
	unit    float64 // of rewards, in cost; 0 before the first path
	set     *experiences
	tree    observed
	finder
}

func newLearning(g *Gate, o PySE) (*learning, error) {
	l := &learning{PySE: o, g: g, rng: g.Rand(), set: newExperiences(o.Experiences), sites: siteNumbers{}}
	l.network = newQNetwork(o.History, o.Hidden, l.rng)
	var p qPolicy
	ok, err := g.begins(&p)
	if err == nil && ok {
		err = l.resume(&p)
	}
	l.finder = finder{tree: &l.tree, history: o.History, greedy: l.choose, number: 1, tries: o.Tries, epsilon: o.Epsilon}
	return l, err
}

// choose is the policy, equation (1).
func (l *learning) choose(s *state) bool {
	v := l.network.estimate(s)
	return v[1] > v[0]
}

// execute takes a path, which begins with the sides of prefix and with from for its first
// witness (SYMBOLIC EXECUTION).
func (l *learning) execute(prefix []bool, from input.Vector) (more bool) {
	r := &run{learning: l, prefix: prefix}
	p, more := l.g.ExploreFrom(from, nil, r)
	if p == nil {
		return more
	}
	if len(r.path) == 0 {
		return more
	}
	end := r.end
	if end == unseen {
		end = pathEnd
		r.rewards = append(r.rewards, float64(l.g.Cost(p)-r.cost))
		l.tree.gaps = l.tree.gaps || !closed(p)
	}
	l.experience(r, end)
	l.tree.add(r.path, end, p.Input)
	return more
}

// experience adds the experiences of a path. What nobody could tell is none.
func (l *learning) experience(r *run, end int32) {
	n := len(r.rewards)
	if l.unit == 0 && n > 0 {
		sum := 0.0
		for _, x := range r.rewards {
			sum += x
		}
		if l.unit = sum / float64(n); l.unit == 0 {
			l.unit = 1
		}
	}
	s := firstState(r.path[0].site)
	for i, p := range r.path {
		e := experience{state: s, side: p.side}
		if i+1 < len(r.path) {
			e.next = s.after(p.side, r.path[i+1].site, l.History)
			s = e.next
		}
		switch {
		case i < n:
			e.reward = r.rewards[i] / l.unit
		case end == infeasible:
			e.reward = l.Penalty
		default:
			return
		}
		l.set.add(e)
	}
}

// update goes through the experiences in random order (POLICY UPDATE).
func (l *learning) update() {
	n := len(l.set.list)
	if n == 0 {
		return
	}
	for range max(1, min(l.Passes, l.Lessons/n)) {
		for _, i := range l.rng.Perm(n) {
			e := &l.set.list[i]
			target := e.reward
			if !e.ended() {
				v := l.network.estimate(&e.next)
				target += max(v[0], v[1])
			}
			side := b2i(e.side)
			gap := target - l.network.estimate(&e.state)[side] // ΔQ, equation (6)
			if l.network.learn(side, gap); l.network.batch == l.Batch {
				l.network.move(l.Rate)
			}
		}
		l.network.move(l.Rate)
		if !l.network.sound() {
			l.network.restart(l.rng)
			l.g.Tally(Diverged, 1)
		}
	}
	l.number++
}

// siteNumbers numbers sites in the order in which they were met.
type siteNumbers map[symexec.Site]int32

func (n siteNumbers) of(s symexec.Site) int32 {
	number, ok := n[s]
	if !ok {
		number = int32(len(n)) + 1
		n[s] = number
	}
	return number
}

// list lists the sites by number.
func (n siteNumbers) list() []symexec.Site {
	list := make([]symexec.Site, len(n))
	for s, number := range n {
		list[number-1] = s
	}
	return list
}

// A run chooses the sides of one path.
type run struct {
	*learning
	prefix  []bool
	state   state
	path    []passed
	rewards []float64 // of the sides that were feasible, in cost
	cost    uint64    // at the last branch
	end     int32     // infeasible or unanswered, if that ended the path
}

// Choose implements symexec.Chooser.
func (r *run) Choose(b *symexec.Branch) bool {
	cost := r.g.opt.Metric(b.Cost)
	site := r.sites.of(b.Site)
	if n := len(r.path); n > 0 {
		r.rewards = append(r.rewards, float64(cost-r.cost))
		r.state = r.state.after(r.path[n-1].side, site, r.History)
	} else {
		r.state = firstState(site)
	}
	r.cost = cost
	side := r.side(len(r.path))
	r.path = append(r.path, passed{site, side})
	return side
}

// side is the side to take at a branch.
func (r *run) side(i int) bool {
	switch {
	case i < len(r.prefix):
		return r.prefix[i]
	case r.prefix != nil && !r.Printed:
	case r.rng.Float64() < r.Epsilon:
		return r.rng.IntN(2) == 1
	}
	return r.choose(&r.state)
}

// Took implements symexec.Chooser.
func (r *run) Took(_ *symexec.Branch, _ bool, why symexec.Why) {
	switch why {
	case symexec.Infeasible:
		r.end = infeasible
	case symexec.Undecided:
		r.end = unanswered
		r.g.Tally(Unanswered, 1)
	}
}

// Quit implements symexec.Quitter.
func (r *run) Quit() bool { return r.end != unseen }

// qPolicy is a network as it is kept.
type qPolicy struct {
	History int            `json:"history"`
	Hidden  int            `json:"hidden"`
	Unit    float64        `json:"unit"`
	Sites   []symexec.Site `json:"sites"` // by number
	Weights []float64      `json:"weights"`
}

// policy is what was learned; nil if that is nothing.
func (l *learning) policy() any {
	if len(l.sites) == 0 {
		return nil
	}
	return &qPolicy{l.History, l.Hidden, l.unit, l.sites.list(), l.network.weights}
}

// resume begins with a network that was kept.
func (l *learning) resume(p *qPolicy) error {
	switch {
	case p.History != l.History:
		return fmt.Errorf("ese: the policy was learned with histories of %d branches, and not of %d", p.History, l.History)
	case p.Hidden != l.Hidden || len(p.Weights) != len(l.network.weights):
		return errors.New("ese: the policy has a network of another size")
	}
	copy(l.network.weights, p.Weights)
	if !l.network.sound() {
		return errors.New("ese: the policy has weights that are no numbers")
	}
	for _, s := range p.Sites {
		l.sites.of(s)
	}
	l.unit = p.Unit
	return nil
}
