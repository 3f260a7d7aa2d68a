package ese

import "math"

// MaxHistory is the greatest length of a history, in branches.
const MaxHistory = 15

// A row describes a branch of the path in a state (Koo et al. 2019, Figure 4). Rows for the time
// before the first branch are zero.
type row struct {
	level  int32 // position of the branch on the path, from 1
	site   int32 // number of the branch's site, from 1
	action int8  // the side taken, 0 or 1; -1 if the side is still to be chosen
}

// networkInputs returns the level, site and action, scaled for the network.
func (r row) networkInputs() [rowNumbers]float64 {
	return [rowNumbers]float64{math.Log2(1+float64(r.level)) / 12, float64(r.site) / 4, float64(r.action)}
}

// state is a branch and the branches before it, the latest (s_t0) first (section IV-A). It
// does not depend on the size of the input. Only the rows up to the length of the history are
// used.
type state [MaxHistory + 1]row

// firstState returns the state at the first branch of a path.
func firstState(site int32) (s state) {
	s[0] = row{1, site, -1}
	return s
}

// nextState returns the state at the next branch, on the given site, after a side was taken.
func (s *state) nextState(side bool, site int32, history int) (next state) {
	copy(next[1:history+1], s[:history])
	if history > 0 {
		next[1].action = int8(b2i(side))
	}
	next[0] = row{s[0].level + 1, site, -1}
	return next
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// experience is a state, the side taken there, its reward and the next state (section IV-D).
type experience struct {
	state  state
	side   bool
	reward float64
	next   state // zero if the path ended
}

// isLast reports whether the path ended behind the branch.
func (e *experience) isLast() bool { return e.next[0].level == 0 }

// experiences is the set E of Algorithm 1. It has no duplicates and drops the oldest
// experience when it is full.
type experiences struct {
	capacity int
	list     []experience            // ring buffer
	oldest   int                     // index of the oldest experience once the buffer is full
	known    map[experience]struct{} // the experiences in list
}

func newExperiences(most int) *experiences {
	return &experiences{capacity: most, known: map[experience]struct{}{}}
}

// add adds an experience unless the set contains it.
func (e *experiences) add(x experience) {
	if _, ok := e.known[x]; ok {
		return
	}
	e.known[x] = struct{}{}
	if len(e.list) < e.capacity {
		e.list = append(e.list, x)
		return
	}
	delete(e.known, e.list[e.oldest])
	e.list[e.oldest] = x
	e.oldest = (e.oldest + 1) % e.capacity
}
