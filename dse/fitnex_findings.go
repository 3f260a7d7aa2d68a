package dse

import "slices"

// findings are what Fitnex knows of the runs of a search: how near they came to each
// target, and what flips gained. Frontiers that are told of the same runs in the same
// order, though not at the same time, may go by the same: the first to be told of a run
// takes it in, for the targets that it came near.
type findings struct {
	w       *World
	graded  bool // FitnexOptions.graded
	leap    bool // FitnexOptions.Leap
	paths   *paths
	options []FitnexOptions
	each    []target  // by their places in Run.Near
	targets []*target // of these; nil: it is none, or covered
	fresh   []*Node   // announced since the last run
	found   []finding // of all runs, in order
	pairs   room[pair]
	every   ranking // of all paths, as if of equal fitness
	all     int     // findings whose paths are in every: the others wait until it is asked
}

// A finding is what is known of a run.
type finding struct {
	path   int32
	nearer nearer
}

// target is what is known of one target.
type target struct {
	branch uint32
	near   int  // its place in Run.Near
	goal   bool // of the search
	away   bool // how far away paths are that do not reach it counts
	rank   [unknown]ranking
	late   [unknown]pairs   // paths that wait to be ranked until they may be the best
	bar    [unknown]float64 // the value up to which paths were ranked last
	gains  [unknown]gains
}

// nearer has a bit for each grade in which a run came nearer to a target than all before it:
// first those of goals.
type nearer uint8

func nearerTo(goal bool, grade int) nearer {
	if grade == unknown {
		return 0
	}
	return 1 << (unknown*index(!goal) + grade)
}

// newFindings returns what frontiers with some options can go by, which agree but for Away
// and Goals. There are no runs yet.
func newFindings(w *World, options ...FitnexOptions) *findings {
	o := options[0]
	s := &findings{
		w: w, options: options, graded: o.graded(), leap: o.Leap, paths: newPaths(w, o.Leap),
		pairs: room[pair]{least: 4 * leastBlock},
	}
	s.renew()
	return s
}

// renew forgets all runs.
func (s *findings) renew() {
	s.paths.renew()
	s.pairs.renew()
	s.fresh, s.found, s.all = nil, s.found[:0], 0
	s.every.renew()
	s.targets = slices.Grow(s.targets[:0], len(s.w.Targets))
	s.each = lengthened(s.each, len(s.w.Targets))
	goals := s.w.goals()
	for i, b := range s.w.Targets {
		t := &s.each[i]
		t.renew()
		t.branch, t.near, t.goal, t.away = b, i, goals[i], false
		s.targets = append(s.targets, nil)
		for _, o := range s.options {
			if t.goal || !o.Goals {
				s.targets[i], t.away = t, t.away || o.Away
			}
		}
	}
}

// renew forgets all runs.
func (t *target) renew() {
	for grade := range unknown {
		t.rank[grade].renew()
		t.gains[grade].all = t.gains[grade].all[:0]
		t.late[grade], t.bar[grade] = pairs{}, 0
	}
}

// announce tells of new nodes.
func (s *findings) announce(nodes []*Node) {
	if s.fresh == nil {
		s.fresh = nodes
	} else {
		s.fresh = append(s.fresh, nodes...)
	}
}

// ran takes a run in.
func (s *findings) ran(r *Run) {
	if cap(s.found) == 0 {
		s.found = make([]finding, 0, 2*leastBlock)
	}
	now := finding{path: s.paths.end(r, s.fresh)}
	s.fresh = nil
	for _, i := range s.w.nearer(r) {
		if t := s.targets[i]; t != nil {
			now.nearer |= nearerTo(t.goal, s.fitness(r, t).grade)
		}
	}
	s.found = append(s.found, now)
	s.learn(r, now.path)
	if n := settled(r); n != nil && n.State() == Taken {
		s.gained(r, s.paths.number(n))
	}
}

// learn lets the targets know of a run that came near to them. What its path consists of
// waits until it may be the best, as many nodes are open no more by then.
func (s *findings) learn(r *Run, path int32) {
	for _, i := range r.nearby(s.w) {
		t := s.targets[i]
		if t == nil {
			continue
		}
		if now := s.fitness(r, t); now.grade != unknown {
			t.late[now.grade].push(pair{value: now.value, path: path}, &s.pairs)
		}
	}
}

// fitness is that of a run to a target.
func (s *findings) fitness(r *Run, t *target) fitness {
	now := closeness(r, t.near)
	switch {
	case now.grade == reached && !s.graded:
		now.value = min(now.value, worst)
	case now.grade == away && !t.away:
		return fitness{grade: unknown, value: worst}
	}
	return now
}

// gained takes the gain of the flip of branch b that a run was made by into account, for
// the targets that the run before it came near; without grades, for all.
func (s *findings) gained(r *Run, b int) {
	before := r.Flipped.start()
	if !s.graded {
		for _, t := range s.targets {
			if t != nil {
				s.gain(t, r, b, s.fitness(before, t), s.fitness(r, t))
			}
		}
		return
	}
	for _, i := range before.nearby(s.w) {
		if t := s.targets[i]; t != nil {
			if was := s.fitness(before, t); was.grade != unknown {
				s.gain(t, r, b, was, s.fitness(r, t))
			}
		}
	}
}

// gain takes what a flip of branch b has made of the fitness to a target into account.
func (s *findings) gain(t *target, r *Run, b int, was, now fitness) {
	if s.leap && was.grade != unknown {
		lost := now.grade > was.grade
		t.gains[was.grade].lose(b, lost)
		t.gains[was.grade].landed(b, s.stride(r), !lost)
	}
	switch {
	case !s.graded:
		t.gains[reached].add(b, was.value-now.value, 1)
	case was.grade == now.grade && now.grade != unknown:
		t.gains[now.grade].add(b, was.value-now.value, s.stride(r))
		if s.leap && was.akin(now) {
			t.gains[now.grade].step(b, lacks(was)-lacks(now), s.stride(r))
		}
	}
}

// rankUpTo ranks the paths of a grade that wait and have at most a fitness value, and
// reports whether there were any.
func (s *findings) rankUpTo(t *target, grade int, value float64) (any bool) {
	late := &t.late[grade]
	for late.first.path > 0 && late.first.value <= value {
		p := late.first
		late.pop()
		s.insert(t, fitness{grade: grade, value: p.value}, p.path)
		any = true
	}
	return any
}

// rankEvery ranks all paths as if of equal fitness.
func (s *findings) rankEvery() *ranking {
	for ; s.all < len(s.found); s.all++ {
		path := s.found[s.all].path
		s.paths.open(path)
		s.push(&s.every, path, 0)
	}
	return &s.every
}

// insert ranks a path of a fitness.
func (s *findings) insert(t *target, now fitness, i int32) {
	s.paths.open(i)
	p, rank := s.paths.list[i-1], &t.rank[now.grade]
	if p.parent == 0 || now.less(s.fitness(s.paths.runs[p.parent-1], t)) {
		for _, b := range s.paths.branches[p.all.from:p.all.to] { // the nodes that they share are on a better path now
			if p.spent>>b&1 == 0 {
				rank.push(b, pair{value: now.value, path: i}, &s.pairs)
			}
		}
		return
	}
	s.push(rank, i, now.value)
}

// push ranks a path for its new branches.
func (s *findings) push(rank *ranking, i int32, value float64) {
	own := s.paths.list[i-1].own
	for _, t := range s.paths.stretches[own.from:own.to] {
		rank.push(t.branch, pair{value: value, path: i}, &s.pairs)
	}
}
