package ese

import (
	"math/rand/v2"
	"slices"

	"nearmiss/input"
)

// edits climbs over inputs from the best one of the whole search, by edits of
// its scalars that keep most of their order: scalars of a type are swapped,
// moved, reversed, copied, or put beside another. Children that cost as much
// take their parent's place. When many in a row have been of no use it goes on
// from the best one with some random edits.
type edits struct{}

// Search implements Strategy.
func (edits) Search(g *Gate) error {
	if g.target.Inputs == nil {
		return errNoInputs
	}
	e := newEditor(g)
	if len(e.groups) == 0 {
		return nil
	}
	for e.step() {
	}
	return nil
}

// editor is the state of edits.
type editor struct {
	g      *Gate
	space  *input.Space
	rng    *rand.Rand
	groups []group
	of     []int // by edit that can be drawn: as many as its group has scalars
	kinds  *selector
	parent input.Vector
	cost   uint64
	idle   int
}

// group lists the scalars of a type.
type group struct {
	vars []input.Var
}

func newEditor(g *Gate) *editor {
	e := &editor{g: g, space: g.target.Inputs.Space(), rng: g.rng}
	byType := map[input.Var]int{}
	for _, v := range e.space.Vars(nil, e.space.Zero()) {
		k := input.Var{Role: v.Role, Lo: v.Lo, Hi: v.Hi}
		i, ok := byType[k]
		if !ok {
			i = len(e.groups)
			byType[k] = i
			e.groups = append(e.groups, group{})
		}
		e.groups[i].vars = append(e.groups[i].vars, v)
		e.of = append(e.of, i)
	}
	share := make([]float64, len(editKinds))
	for i := range share {
		share[i] = 1
	}
	e.kinds = newSelector(share...)
	return e
}

// litter is how many children are evaluated at once.
const litter = 16

// step evaluates a litter. It reports whether there may be more.
func (e *editor) step() bool {
	a := e.g.archive
	if a.Best != nil && (e.parent == nil || a.Cost > e.cost && e.idle == 0) {
		e.parent, e.cost, e.idle = e.g.target.Inputs.Scalars(a.Best.Input), a.Cost, 0
	}
	if e.parent == nil {
		e.parent = e.space.Random(nil, e.rng)
	}
	if e.idle >= 20*len(e.of)+1000 {
		e.idle = 0
		if a.Best != nil {
			e.parent, e.cost = e.g.target.Inputs.Scalars(a.Best.Input), 0
			for range longTail(e.rng, len(e.of)) {
				e.edit(e.parent, e.rng.IntN(len(editKinds)))
			}
		}
	}
	children := make([]input.Vector, litter)
	kinds := make([]int, litter)
	for i := range children {
		children[i] = slices.Clone(e.parent)
		kinds[i] = e.kinds.draw(e.rng)
		e.edit(children[i], kinds[i])
		for e.rng.IntN(2) == 0 {
			e.edit(children[i], e.kinds.draw(e.rng))
		}
	}
	costs := e.g.Evaluate(children)
	was := e.cost
	for i, c := range costs {
		gain := 0.0
		if c > was {
			gain = float64(c - was)
		}
		e.kinds.reward(kinds[i], gain)
		if c >= e.cost {
			if c > e.cost {
				e.idle = -1
			}
			e.parent, e.cost = children[i], c
		}
	}
	if e.idle < 0 {
		e.idle = 0
	} else {
		e.idle += len(costs)
	}
	return len(costs) == litter && !e.g.Over()
}

// edit changes v in one way.
func (e *editor) edit(v input.Vector, kind int) {
	gr := e.groups[e.of[e.rng.IntN(len(e.of))]]
	n := len(gr.vars)
	i, j := e.rng.IntN(n), e.rng.IntN(n)
	editKinds[kind](e, v, gr.vars, i, j)
}

var editKinds = [...]func(e *editor, v input.Vector, vars []input.Var, i, j int){
	func(e *editor, v input.Vector, vars []input.Var, i, j int) { // swap
		a, b := vars[i].Off, vars[j].Off
		v[a], v[b] = v[b], v[a]
	},
	func(e *editor, v input.Vector, vars []input.Var, i, j int) { // move
		x := v[vars[i].Off]
		for ; i < j; i++ {
			v[vars[i].Off] = v[vars[i+1].Off]
		}
		for ; i > j; i-- {
			v[vars[i].Off] = v[vars[i-1].Off]
		}
		v[vars[j].Off] = x
	},
	func(e *editor, v input.Vector, vars []input.Var, i, _ int) { // reverse
		j := i + longTail(e.rng, len(vars)-i) - 1
		for ; i < j; i, j = i+1, j-1 {
			a, b := vars[i].Off, vars[j].Off
			v[a], v[b] = v[b], v[a]
		}
	},
	func(e *editor, v input.Vector, vars []input.Var, i, j int) { // copy some
		for n := longTail(e.rng, len(vars)-max(i, j)); n > 0; n-- {
			v[vars[i].Off] = v[vars[j].Off]
			i, j = i+1, j+1
		}
	},
	func(e *editor, v input.Vector, vars []input.Var, i, j int) { // anew
		v[vars[i].Off] = e.space.Random(nil, e.rng)[vars[i].Off]
	},
	func(e *editor, v input.Vector, vars []input.Var, i, j int) { // above
		above(v, vars, i, j)
	},
	func(e *editor, v input.Vector, vars []input.Var, i, j int) { // below
		above(v, vars, i, j)
		a, b := vars[i].Off, vars[j].Off
		v[a], v[b] = v[b], v[a]
	},
}

// above makes scalar i the next one above scalar j. Where there is no room,
// larger ones are raised.
func above(v input.Vector, vars []input.Var, i, j int) {
	x := &vars[i]
	less := func(a, b uint64) bool {
		if x.Role == input.RoleInt {
			return int64(a) < int64(b)
		}
		return a < b
	}
	at := v[vars[j].Off]
	if i == j || !less(at, x.Hi) || x.Role == input.RoleFloat || x.Role == input.RoleBool {
		return
	}
	room := true
	for k := range vars {
		if v[vars[k].Off] == at+1 && k != i {
			room = false
		}
	}
	if !room {
		for k := range vars {
			if w := v[vars[k].Off]; less(at, w) && less(w, x.Hi) {
				v[vars[k].Off]++
			}
		}
	}
	v[x.Off] = at + 1
}
