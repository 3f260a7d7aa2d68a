package fitness

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"nearmiss/cfg"

	"pgregory.net/rapid"
)

// nWalk enumerates the products from a node to an outcome of a condition.
type nWalk struct {
	g       *nGen
	k       int
	start   int
	target  [2]int // node and outcome
	useful  map[int]bool
	heads   map[int][]nLoop // loops by head; the start is the head of one
	budget  int
	product func(nodes []nStep)
}

// nStep is a condition that must have an outcome, or statements, or names
// that are destroyed.
type nStep struct {
	cond    *nExpr
	outcome bool
	stmts   []nStmt
	lose    []string
}

// nTurn is the state of a loop that the walk is in.
type nTurn struct {
	loop nLoop
	left int  // turns to go; with none left the head must not be reached again
	all  bool // as many turns as are unrolled: what comes after them destroys
}

func (w *nWalk) reach(from int, avoid int, next func(int) []int) map[int]bool {
	seen := map[int]bool{}
	var visit func(int)
	visit = func(x int) {
		for _, y := range next(x) {
			if y >= 0 && !seen[y] {
				seen[y] = true
				if y != avoid {
					visit(y)
				}
			}
		}
	}
	visit(from)
	return seen
}

// succs are the edges of the graph but for the target's.
func (w *nWalk) succs(x int) []int {
	var out []int
	for o, y := range w.g.nodes[x].succ {
		if y >= 0 && (x != w.target[0] || w.g.nodes[x].cond == nil || o != w.target[1]) {
			out = append(out, y)
		}
	}
	return out
}

func (w *nWalk) preds(y int) []int {
	var out []int
	for x := range w.g.nodes {
		if slices.Contains(w.succs(x), y) {
			out = append(out, x)
		}
	}
	return out
}

// prepare finds the sub-graph and its loops. ok is false where the order of
// the reduction would choose the loops: the start is within a loop that also
// turns without it.
func (w *nWalk) prepare() (ok bool) {
	forward := w.reach(w.start, -1, w.succs)
	forward[w.start] = true
	back := w.reach(w.target[0], -1, w.preds)
	back[w.target[0]] = true
	w.useful, w.heads = map[int]bool{}, map[int][]nLoop{}
	for x := range w.g.nodes {
		w.useful[x] = forward[x] && back[x]
	}
	if !w.useful[w.start] {
		return false
	}
	all := map[int]bool{}
	for x, u := range w.useful {
		if u {
			all[x] = true
		}
	}
	w.heads[w.start] = []nLoop{{w.start, all}}
	for _, l := range w.g.loops {
		if l.head == w.start {
			continue
		}
		if l.nodes[w.start] {
			if w.cycle(nLoop{l.head, all})[l.head] {
				return false
			}
			continue
		}
		w.heads[l.head] = append(w.heads[l.head], l)
	}
	return true
}

// cycle returns the nodes on a way from the head of a loop back to it, within
// the loop and the sub-graph, without the start.
func (w *nWalk) cycle(l nLoop) map[int]bool {
	within := func(next func(int) []int) func(int) []int {
		return func(x int) []int {
			return slices.DeleteFunc(next(x), func(y int) bool {
				return !w.useful[y] || !l.nodes[y] || y == w.start && l.head != w.start
			})
		}
	}
	from := w.reach(l.head, l.head, within(w.succs))
	to := w.reach(l.head, l.head, within(w.preds))
	on := map[int]bool{}
	for x := range from {
		if to[x] && from[l.head] {
			on[x] = true
		}
	}
	return on
}

func (w *nWalk) destroyed(l nLoop) nStep {
	var names []string
	for x := range w.cycle(l) {
		for _, s := range w.g.nodes[x].do {
			names = append(names, s.defs...)
		}
	}
	return nStep{lose: names}
}

// walk goes on from a node whose statements are done.
func (w *nWalk) walk(x int, steps []nStep, turns []nTurn) {
	if w.budget--; w.budget < 0 {
		return
	}
	// arriving at the head of the loop that the walk is in
	if n := len(turns); n > 0 && turns[n-1].loop.head == x {
		t := turns[n-1]
		if t.left == 0 {
			return
		}
		if t.left == 1 && t.all {
			steps = append(slices.Clip(steps), w.destroyed(t.loop))
		}
		w.leave(x, steps, append(slices.Clone(turns[:n-1]), nTurn{t.loop, t.left - 1, t.all}))
		return
	}
	if ls := w.heads[x]; len(ls) > 0 {
		for turn := 0; turn <= w.k; turn++ {
			if turn > 0 && !w.cycle(ls[0])[x] {
				break
			}
			w.leave(x, steps, append(slices.Clone(turns), nTurn{ls[0], turn, turn == w.k}))
		}
		return
	}
	w.leave(x, steps, turns)
}

// leave takes each way out of a node.
func (w *nWalk) leave(x int, steps []nStep, turns []nTurn) {
	n := w.g.nodes[x]
	for o, y := range n.succ {
		if n.cond == nil && o > 0 {
			continue
		}
		next := slices.Clip(steps)
		if n.cond != nil {
			next = append(next, nStep{cond: n.cond, outcome: o == 1})
			if x == w.target[0] && o == w.target[1] {
				if !pending(turns) {
					w.product(next)
				}
				continue
			}
		}
		if y < 0 || !w.useful[y] {
			continue
		}
		inside := turns
		for len(inside) > 0 {
			if t := inside[len(inside)-1]; t.loop.nodes[y] || t.left > 0 {
				break
			}
			inside = inside[:len(inside)-1]
		}
		if len(inside) > 0 && !inside[len(inside)-1].loop.nodes[y] {
			continue // left with turns to go
		}
		w.walk(y, append(next, nStep{stmts: w.g.nodes[y].do}), inside)
	}
}

func pending(turns []nTurn) bool {
	for _, t := range turns {
		if t.left > 0 {
			return true
		}
	}
	return false
}

// cost executes a product from a state: the number of destroyed conditions,
// of undefined ones, and the sum of distances of the others.
func cost(steps []nStep, from nState) (destroyed, undefined int, distance float64) {
	s := maps.Clone(from)
	for _, st := range steps {
		for _, name := range st.lose {
			s[name] = nil
		}
		for _, stmt := range st.stmts {
			stmt.run(s)
		}
		if st.cond == nil {
			continue
		}
		v := st.cond.eval(s)
		switch {
		case v == nil:
			destroyed++
		case v.lost:
			undefined++
		default:
			d := v.d[0]
			if st.outcome {
				d = v.d[1]
			}
			distance += d / (d + 1)
		}
	}
	return destroyed, undefined, distance
}

func drawState(t *rapid.T) (nState, map[string]any) {
	small := rapid.IntRange(-2, 5)
	s, slots := nState{}, map[string]any{}
	put := func(name string, v int) { s[name], slots[name] = nInt(int64(v)), v }
	for _, name := range []string{"i", "j", "k", "p.a", "p.b", "q.a", "q.b", "glob"} {
		put(name, small.Draw(t, name))
	}
	put("x", int(rapid.Int8().Draw(t, "x")))
	put("u", int(rapid.Uint8().Draw(t, "u")))
	ok := rapid.Bool().Draw(t, "ok")
	s["ok"], slots["ok"] = &nVal{d: [2]float64{1, 0}}, ok
	if !ok {
		s["ok"] = &nVal{d: [2]float64{0, 1}}
	}
	return s, slots
}

// The value of a program lies between the least of all products and the least
// of those that some state satisfies: it may leave out products that no state
// does. Where the two are one, it is Definition 4.
func TestDefinition4(t *testing.T) {
	checked, exact, loops := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		g := &nGen{t: t}
		src := g.program()
		p, err := check(src)
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		f := p.Funcs[len(p.Funcs)-1]
		k := 1 + g.n(3)
		a := analysisOf(p, f, Options{K: k})
		var samples []nState
		for range 30 {
			s, _ := drawState(t)
			samples = append(samples, s)
		}
		state, live := drawState(t)
		for x, n := range g.nodes {
			if n.cond == nil || f.Conds[n.index].Block == nil {
				continue
			}
			o := g.n(2)
			tg, err := a.Target(f.Conds[n.index].Branch(o == 1))
			if err != nil {
				t.Fatal(err)
			}
			for i := range tg.Nodes {
				cn := &tg.Nodes[i]
				w := &nWalk{g: g, k: k, start: nodeOf(g, f, cn.Cond), target: [2]int{x, o}, budget: 3000}
				if w.start < 0 || !w.prepare() {
					continue
				}
				least, most, whole := math.Inf(1), math.Inf(1), 0
				w.product = func(steps []nStep) {
					whole++
					d, u, sum := cost(steps, state)
					v := float64(d+u) + sum
					least = min(least, v)
					for _, s := range samples {
						if _, u, sum := cost(steps, s); u == 0 && sum == 0 {
							most = min(most, v)
							break
						}
					}
				}
				w.walk(w.start, nil, nil)
				if w.budget < 0 || cn.Unpruned || cn.LeftOut > 0 {
					continue
				}
				where := func() string {
					return fmt.Sprintf("%s\n%s at %s, k = %d, %v", src, p.BranchName(tg.Branch), p.BranchName(cn.Cond.Branch(true)), k, live)
				}
				if int(cn.Products) != whole {
					t.Fatalf("%s\n%v products, by hand %d", where(), cn.Products, whole)
				}
				got := math.Inf(1)
				if cn.program != nil {
					got, _, _ = evaluate(cn, slots(a, live))
				}
				const tiny = 1e-9
				if got < least-tiny || got > most+tiny {
					t.Fatalf("%s\n%v, by hand %v to %v", where(), got, least, most)
				}
				checked++
				if least == most {
					exact++
				}
				if len(w.heads) > 1 {
					loops++
				}
			}
		}
	})
	t.Logf("%d values checked, %d of them with one possible value, %d over loops", checked, exact, loops)
	if exact == 0 || loops == 0 {
		t.Error("too little was checked")
	}
}

// nodeOf finds the node of a condition by its number in the source.
func nodeOf(g *nGen, f *cfg.Func, c *cfg.Cond) int {
	for x, n := range g.nodes {
		if n.cond != nil && f.Conds[n.index] == c {
			return x
		}
	}
	return -1
}
