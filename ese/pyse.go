package ese

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"nearmiss/input"
	"nearmiss/search"
	"nearmiss/symexec"
)

// PySE learns the side of a branch that leads to a costlier path by Q-learning (Koo, Saumya,
// Kulkarni, Bagchi: PySE: Automatic worst-case test generation by reinforcement learning,
// ICST 2019). Symbolic execution alternates with updates of the policy. Algorithm 1 is the
// basic mode. Algorithm 2 is the advanced mode, in which the unique path finder leads each path
// to an unseen branch.
//
// The reward of a feasible side is the cost from the branch to the next branch, which is 1 if
// decisions are counted (equation 2). The reward of an infeasible side is Penalty, and the path
// ends. Rewards are divided by the mean reward of the first path. A query that no solver can
// answer ends the path too, and is tallied.
//
// Behind a prefix, PySE follows the policy without random sides. Lines 7 to 9 of Algorithm 2
// also draw random sides there (Printed). A correct policy is then followed through n branches
// with probability (1-ε/2)^n. This is 0.00006 for the 190 branches of insertion sort with 20
// items in Table I, where the paper finds the longest path as the second one.
//
// Equation (8) uses the gradient of ΔQ itself, by which Q would fall without bound. PySE here
// uses the gradient of ½ΔQ² with a fixed value of the next state (the semi-gradient of Sutton
// and Barto 1998). The paper states neither the size of a mini-batch, nor the learning rate,
// nor the number of passes through the experiences until the weights converge: see Batch, Rate
// and UpdateExperiences. docs/pyse.md has the results of other choices.
//
// With Options.Training the network is trained at these smaller sizes before (section V, RQ3). Only
// its weights are kept: experiences and observed branches begin anew at each size.
type PySE struct {
	Basic       bool    // Algorithm 1
	Printed     bool    // Algorithm 2 as printed, with random sides behind a prefix
	History     int     // branches before the current one in a state, L; default 2; NoHistory for none
	Hidden      int     // units of the LSTM cell; default 2
	Epsilon     float64 // probability of a random side; default 0.1
	Penalty     float64 // reward of an infeasible side; default -20
	Experiences int     // greatest number of experiences, N_e; default 5000
	Tries       int     // walks of the unique path finder for a path, N_search; default 200

	Rate              float64 // learning rate, for Adam; default 0.01
	Batch             int     // experiences in a mini-batch; default 32
	UpdateExperiences int     // experiences in the update after a path, rounded down to whole passes, at least one and at most Passes; default 2 000
	Passes            int     // greatest number of passes through the experiences in an update; default 50
}

// NoHistory stands for a history without branches where 0 stands for the default.
const NoHistory = -1

// historyOption returns the value of a History field for a history of n branches.
func historyOption(n int) (int, error) {
	if n == 0 {
		return NoHistory, nil
	}
	return n, checkHistory(n)
}

func checkHistory(n int) error {
	if n > MaxHistory {
		return fmt.Errorf("%d is more than %d", n, MaxHistory)
	}
	return nil
}

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
	o.UpdateExperiences = cmp.Or(o.UpdateExperiences, 2_000)
	o.Passes = cmp.Or(o.Passes, 50)
	return o
}

// WithHistory implements Historian.
func (o PySE) WithHistory(n int) (Strategy, error) {
	var err error
	o.History, err = historyOption(n)
	return o, err
}

// Learns implements Learner.
func (PySE) Learns() string { return QNetworkPolicy }

// Names of the tallies of PySE.
const (
	unansweredPaths  = "paths that ended at a question that no solver could answer"
	divergedNetworks = "networks that diverged and began anew"
	noNewPath        = "times that the unique path finder found none"
)

// Search implements Strategy.
func (o PySE) Search(gate *Gate) error {
	l, err := newLearning(gate, o.withDefaults())
	if err != nil {
		return err
	}
	gate.setPolicy(QNetworkPolicy, l.policy)
	if gate.opt.Policy == nil {
		err = l.train()
	}
	l.iterate(gate)
	return err
}

// train learns at the smaller sizes of Options.Training, each with an equal part of what is for training.
func (l *pyseSearch) train() error {
	target, sizes := l.gate.Target(), slices.Clone(l.gate.opt.Training)
	sizes = slices.DeleteFunc(sizes, func(size int) bool { return size >= target.Size })
	if len(sizes) > 0 && target.Sizes == nil {
		return errors.New("ese: a policy is trained on smaller sizes, but the function has none")
	}
	training := l.gate.forTraining()
	for i, size := range sizes {
		if training == nil || training.Over() {
			break
		}
		e, err := target.Sizes.At(size)
		if err != nil {
			return fmt.Errorf("ese: training at size %d: %w", size, err)
		}
		if part, ok := shareOf(training.remaining(), 1/float64(len(sizes)-i)); ok {
			l.iterate(training.Within(part).AtSize(e, size))
		}
	}
	return nil
}

// iterate learns until a gate ends or all paths are taken.
func (l *pyseSearch) iterate(gate *Gate) {
	l.gate, l.tree, l.experiences = gate, computationTree{}, newExperiences(l.Experiences)
	for more := true; more; l.update() {
		var prefix []bool
		var from input.Vector
		if !l.Basic {
			if prefix, from = l.find(l.rng); from == nil && len(l.tree.nodes) > 0 {
				gate.Tally(noNewPath, 1)
			}
		}
		if more = l.execute(prefix, from); more && l.tree.exhausted() {
			gate.archive.Complete = !l.tree.incomplete && !gate.otherSize
			gate.Finish(search.Exhausted)
			more = false
		}
	}
}

// pyseSearch is the state of a search by PySE.
type pyseSearch struct {
	PySE
	gate        *Gate
	rng         *rand.Rand
	network     *qNetwork
	sites       siteNumbers
	unit        float64 // cost that counts as a reward of 1; 0 before the first path
	experiences *experiences
	tree        computationTree
	finder
}

func newLearning(g *Gate, o PySE) (*pyseSearch, error) {
	if err := checkHistory(o.History); err != nil {
		return nil, fmt.Errorf("ese: history: %w", err)
	}
	l := &pyseSearch{PySE: o, gate: g, rng: g.Rand(), sites: siteNumbers{}}
	l.network = newQNetwork(o.History, o.Hidden, l.rng)
	var p qPolicy
	ok, err := g.readPolicy(&p)
	if err == nil && ok {
		err = l.resume(&p)
	}
	l.finder = finder{tree: &l.tree, history: o.History, policySide: l.choose, policyNumber: 1, tries: o.Tries, epsilon: o.Epsilon}
	return l, err
}

// choose returns the side that the policy chooses, equation (1).
func (l *pyseSearch) choose(s *state) bool {
	v := l.network.estimate(s)
	return v[1] > v[0]
}

// execute takes a path that begins with the sides of prefix, with from as the first witness
// (SYMBOLIC EXECUTION).
func (l *pyseSearch) execute(prefix []bool, from input.Vector) (more bool) {
	run := &qRun{pyseSearch: l, prefix: prefix}
	path, more := l.gate.ExploreFrom(from, nil, run)
	if path == nil {
		return more
	}
	if len(run.path) == 0 {
		return more
	}
	end := run.end
	if end == unseenSide {
		end = pathEnd
		run.rewards = append(run.rewards, float64(l.gate.Cost(path)-run.cost))
		l.tree.incomplete = l.tree.incomplete || !isExact(path)
	}
	l.experience(run, end)
	l.tree.addPath(run.path, end, path.Input)
	return more
}

// experience adds the experiences of a path. A last side that no solver could decide gives no
// experience.
func (l *pyseSearch) experience(run *qRun, end int32) {
	length := len(run.rewards)
	if l.unit == 0 && length > 0 {
		sum := 0.0
		for _, x := range run.rewards {
			sum += x
		}
		if l.unit = sum / float64(length); l.unit == 0 {
			l.unit = 1
		}
	}
	s := firstState(run.path[0].site)
	for i, p := range run.path {
		added := experience{state: s, side: p.side}
		if i+1 < len(run.path) {
			added.next = s.nextState(p.side, run.path[i+1].site, l.History)
			s = added.next
		}
		switch {
		case i < length:
			added.reward = run.rewards[i] / l.unit
		case end == infeasibleSide:
			added.reward = l.Penalty
		default:
			return
		}
		l.experiences.add(added)
	}
}

// update trains the network on the experiences in random order (POLICY UPDATE).
func (l *pyseSearch) update() {
	n := len(l.experiences.list)
	if n == 0 {
		return
	}
	for range max(1, min(l.Passes, l.UpdateExperiences/n)) {
		for _, i := range l.rng.Perm(n) {
			e := &l.experiences.list[i]
			target := e.reward
			if !e.isLast() {
				v := l.network.estimate(&e.next)
				target += max(v[0], v[1])
			}
			side := b2i(e.side)
			gap := target - l.network.estimate(&e.state)[side] // ΔQ, equation (6)
			if l.network.learn(side, gap); l.network.batch == l.Batch {
				l.network.applyBatch(l.Rate)
			}
		}
		l.network.applyBatch(l.Rate)
		if !l.network.isFinite() {
			l.network.restart(l.rng)
			l.gate.Tally(divergedNetworks, 1)
		}
	}
	l.policyNumber++
}

// siteNumbers numbers sites from 1 in the order in which paths first reached them.
type siteNumbers map[symexec.Site]int32

func (n siteNumbers) numberOf(s symexec.Site) int32 {
	number, ok := n[s]
	if !ok {
		number = int32(len(n)) + 1
		n[s] = number
	}
	return number
}

// list returns the sites by number.
func (n siteNumbers) list() []symexec.Site {
	list := make([]symexec.Site, len(n))
	for s, number := range n {
		list[number-1] = s
	}
	return list
}

// A qRun is the Chooser of one path of PySE.
type qRun struct {
	*pyseSearch
	prefix  []bool // sides that the path has to begin with
	state   state
	path    []pathStep
	rewards []float64 // rewards of the feasible sides, as costs
	cost    uint64    // cost of the path at the last branch
	end     int32     // kind of the side that ended the path: infeasibleSide or undecidedSide, else unseenSide
}

// Choose implements symexec.Chooser.
func (r *qRun) Choose(b *symexec.Branch) bool {
	cost := r.gate.opt.Metric(b.Cost)
	site := r.sites.numberOf(b.Site)
	if n := len(r.path); n > 0 {
		r.rewards = append(r.rewards, float64(cost-r.cost))
		r.state = r.state.nextState(r.path[n-1].side, site, r.History)
	} else {
		r.state = firstState(site)
	}
	r.cost = cost
	side := r.side(len(r.path))
	r.path = append(r.path, pathStep{site, side})
	return side
}

// side returns the side to take at branch i of the path.
func (r *qRun) side(i int) bool {
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
func (r *qRun) Took(_ *symexec.Branch, _ bool, why symexec.SideReason) {
	switch why {
	case symexec.Infeasible:
		r.end = infeasibleSide
	case symexec.Undecided:
		r.end = undecidedSide
		r.gate.Tally(unansweredPaths, 1)
	}
}

// Quit implements symexec.Quitter.
func (r *qRun) Quit() bool { return r.end != unseenSide }

// qPolicy is the serialized form of a network.
type qPolicy struct {
	History int            `json:"history"`
	Hidden  int            `json:"hidden"`
	Unit    float64        `json:"unit"`
	Sites   []symexec.Site `json:"sites"` // in the order of their numbers
	Weights []float64      `json:"weights"`
}

// policy returns the serialized policy, nil if the search has learned nothing.
func (l *pyseSearch) policy() any {
	if len(l.sites) == 0 {
		return nil
	}
	return &qPolicy{l.History, l.Hidden, l.unit, l.sites.list(), l.network.weights}
}

// resume starts with a serialized network.
func (l *pyseSearch) resume(policy *qPolicy) error {
	switch {
	case policy.History != l.History:
		return fmt.Errorf("ese: the policy was learned with histories of %d branches, and not of %d", policy.History, l.History)
	case policy.Hidden != l.Hidden || len(policy.Weights) != len(l.network.weights):
		return errors.New("ese: the policy has a network of a different size")
	}
	copy(l.network.weights, policy.Weights)
	if !l.network.isFinite() {
		return errors.New("ese: the policy has weights that are not finite")
	}
	for _, s := range policy.Sites {
		l.sites.numberOf(s)
	}
	l.unit = policy.Unit
	return nil
}
