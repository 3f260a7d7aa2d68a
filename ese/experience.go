package ese

import "math"

// MaxHistory is the longest history of PySE.
const MaxHistory = 15

// A row of a state is a branch of the path (Koo et al. 2019, Figure 4). Rows before the
// first branch are zero.
type row struct {
	level  int32 // of the branch on the path, from 1 on
	site   int32 // number of its site, from 1 on
	action int8  // the side that was taken there, 0 or 1; -1: it is to be chosen
}

// numbers are those that a network is given, scaled.
func (r row) numbers() [rowNumbers]float64 {
	return [rowNumbers]float64{math.Log2(1+float64(r.level)) / 12, float64(r.site) / 4, float64(r.action)}
}

// A state is a branch and the last ones before it, s_t0 first (section IV-A). It is the
// same for inputs of all sizes. Of the rows those of the history are used.
type state [MaxHistory + 1]row

// firstState is the state at the first branch of a path.
func firstState(site int32) (s state) {
	s[0] = row{1, site, -1}
	return s
}

// after is the state at the next branch, when a side was taken.
func (s *state) after(side bool, site int32, history int) (next state) {
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

// An experience is what became of a side (section IV-D).
type experience struct {
	state  state
	side   bool
	reward float64
	next   state // zero: the path has ended
}

// ended reports whether no branch came after it.
func (e *experience) ended() bool { return e.next[0].level == 0 }

// experiences is the set E of Algorithm 1: without duplicates, and the oldest go first.
type experiences struct {
	most  int
	list  []experience // a ring
	next  int          // place of the oldest, once the ring is full
	known map[experience]struct{}
}

func newExperiences(most int) *experiences {
	return &experiences{most: most, known: map[experience]struct{}{}}
}

// add adds an experience, if it is new.
func (e *experiences) add(x experience) {
	if _, ok := e.known[x]; ok {
		return
	}
	e.known[x] = struct{}{}
	if len(e.list) < e.most {
		e.list = append(e.list, x)
		return
	}
	delete(e.known, e.list[e.next])
	e.list[e.next] = x
	e.next = (e.next + 1) % e.most
}
