package fitness

import (
	"math"
	"testing"
	"unsafe"

	"nearmiss/cfg"
	"nearmiss/internal/probe"
	"nearmiss/pathexpr"
	"nearmiss/term"

	"pgregory.net/rapid"
)

// envOf gives terms the values of slots.
func envOf(l *Layout, slots []probe.Slot) term.Env {
	return func(i int) (term.Value, bool) {
		s := slots[i]
		v := term.Value{Bits: s.Bits}
		switch l.Slots[i].Class {
		case String:
			v.Str = unsafe.String((*byte)(s.Ptr), int(s.Bits))
		case Slice, Array:
			v.Nil = s.Ptr == nil
			if s.Ptr != nil {
				for _, e := range unsafe.Slice((*int)(s.Ptr), int(s.Bits)) {
					v.Elems = append(v.Elems, uint64(e))
				}
			}
		}
		return v, s.Defined
	}
}

// listed is one feasible product as single executes it.
type listed struct {
	clauses []clause
}

// enumerate executes the products of a node one by one: what the paper does.
// ok is false if there are more than limit.
func enumerate(a *Analysis, s *targetAnalysis, n *Node, limit pathexpr.Count) (out []listed, infeasible pathexpr.Count, ok bool) {
	x, err := s.expressions(n.Cond.Graph, n.Cond.Block)
	if err != nil || x.dag.Count[x.dag.Start] > limit {
		return nil, 0, false
	}
	e := newProductExplainer(a, x)
	start := a.storeAt(n.Cond)
	for p := range x.dag.Products() {
		if e.run(start, p).Infeasible {
			infeasible++
			continue
		}
		out = append(out, listed{append([]clause(nil), e.clauses...)})
	}
	return out, infeasible, true
}

// published is the value of one product: the level, and the sum of distances
// taken from the end, as the program takes it.
func (l listed) published(norm probe.Norm, env term.Env) (value float64, level int, distance float64) {
	for i := len(l.clauses) - 1; i >= 0; i-- {
		c := l.clauses[i]
		d := term.Dist{Published: math.NaN()}
		ok := false
		if c.term != nil {
			d, ok = term.Distance(c.term, c.wantTrue, env)
		}
		cost := 1.0
		if ok {
			cost = norm.Of(d.Published)
			distance += cost
		} else {
			level++
		}
		value = cost + value
	}
	return value, level, distance
}

// The program of a node has the value of the least product, whatever the
// merging of states, and the counts of products agree.
func TestProgramAgainstEnumeration(t *testing.T) {
	compared := 0
	rapid.Check(t, func(t *rapid.T) {
		src := randomProgram(t, false)
		p, err := check(src)
		if err != nil {
			t.Skip(err)
		}
		f := p.Funcs[len(p.Funcs)-1]
		opt := Options{K: 1 + rapid.IntRange(0, 5).Draw(t, "k")/5, Norm: Norm(rapid.IntRange(0, 1).Draw(t, "norm"))}
		a := analysisOf(p, f, opt)
		for _, b := range someBranches(t, f) {
			compared += compareBranch(t, p, a, f, b, src)
		}
	})
	t.Logf("%d values compared", compared)
	if compared == 0 {
		t.Error("nothing was compared")
	}
}

func compareBranch(t *rapid.T, p *cfg.Package, a *Analysis, f *cfg.Func, b uint32, src string) (compared int) {
	tg, err := a.Target(b)
	if err != nil {
		t.Fatal(err)
	}
	s, _ := a.newTargetAnalysis(b)
	for i := range tg.Nodes {
		n := &tg.Nodes[i]
		if n.LeftOut > 0 || n.Unpruned {
			continue
		}
		products, infeasible, ok := enumerate(a, s, n, 150)
		if !ok {
			continue
		}
		if infeasible != n.Infeasible || pathexpr.Count(len(products))+infeasible != n.Products {
			t.Fatalf("%s\n%s at %s: %d feasible, %v infeasible, but %v of %v", src, p.BranchName(b), condOf(n), len(products), infeasible, n.Infeasible, n.Products)
		}
		if (len(products) == 0) != (n.program == nil) {
			t.Fatalf("%s\n%s at %s: %d products, program %v", src, p.BranchName(b), condOf(n), len(products), n.program)
		}
		if n.program == nil {
			continue
		}
		at := randomSlots(t, a.Layout)
		want := math.Inf(1)
		for _, l := range products {
			v, _, _ := l.published(probe.Norm(a.opt.Norm), envOf(a.Layout, at))
			want = min(want, v)
		}
		got, _, _ := evaluate(n, at)
		if got != want {
			t.Fatalf("%s\n%s at %s: %v, the least product has %v", src, p.BranchName(b), condOf(n), got, want)
		}
		compared++
	}
	return compared
}

// randomSlots draws live values.
func randomSlots(t *rapid.T, l *Layout) []probe.Slot {
	out := make([]probe.Slot, len(l.Slots))
	small := rapid.IntRange(-2, 4)
	for i, s := range l.Slots {
		if len(s.Path.Steps) > 0 && rapid.IntRange(0, 5).Draw(t, "undefined") == 0 {
			continue
		}
		switch s.Class {
		case Bool, Nil:
			out[i] = slot(rapid.Bool().Draw(t, "bool"))
		case String:
			out[i] = slot(rapid.SampledFrom([]string{"", "a", "ab", "b"}).Draw(t, "string"))
		case Slice:
			out[i] = slot(rapid.SliceOfN(small, 0, 3).Draw(t, "slice"))
		case Array:
			out[i] = slot(rapid.SliceOfN(small, 3, 3).Draw(t, "array"))
		default:
			out[i] = slot(small.Draw(t, "int"))
		}
	}
	return out
}

// A run that takes the target from a visited node follows one of its products: all conditions that
// are not dropped hold, so that product has no distance, and the branch is not said to be
// infeasible. Where no condition is dropped and nothing undefined, in a run without a panic, the
// value is 0 exactly if the run takes the target before it comes back to the node.
func TestFitnessAgainstRuns(t *testing.T) {
	checks := 0
	rapid.Check(t, func(t *rapid.T) {
		plain := rapid.Bool().Draw(t, "plain")
		src := randomProgram(t, plain)
		p, err := check(src)
		if err != nil {
			t.Skip(err)
		}
		f := p.Funcs[len(p.Funcs)-1]
		a := analysisOf(p, f, Options{K: 1 + rapid.IntRange(0, 5).Draw(t, "k")/5, Merge: rapid.Bool().Draw(t, "merge")})
		all := branches(f)
		for range 5 {
			if len(all) == 0 {
				return
			}
			m := newMachine(p, f)
			m.arguments(t, f)
			visits := m.run(f, a.Layout, 200)
			for range 3 {
				checks += checkRun(t, p, a, visits, rapid.SampledFrom(all).Draw(t, "branch"), src, plain && !m.failed)
			}
		}
	})
	t.Logf("%d visits checked", checks)
	if checks == 0 {
		t.Error("nothing was checked")
	}
}

func checkRun(t *rapid.T, p *cfg.Package, a *Analysis, visits []visit, b uint32, src string, plain bool) (checks int) {
	tg, err := a.Target(b)
	if err != nil {
		t.Fatal(err)
	}
	nodes := make(map[*cfg.Cond]*Node)
	for i := range tg.Nodes {
		nodes[tg.Nodes[i].Cond] = &tg.Nodes[i]
	}
	for i, v := range visits {
		n := nodes[v.cond]
		if n == nil {
			continue
		}
		checks++
		taken := false
		for _, w := range visits[i:] {
			taken = taken || w.decided && w.cond.Branch(w.outcome) == b
		}
		where := func() string { return src + "\n" + p.BranchName(b) + " at " + condOf(n) }
		if taken && (tg.Infeasible || n.program == nil) {
			t.Fatalf("%s\nis taken, but infeasible: %v, program %v", where(), tg.Infeasible, n.program)
		}
		if n.program == nil {
			continue
		}
		value, _, exact := evaluate(n, v.slots)
		most := maxLevel(n)
		if taken && value > float64(most) {
			t.Fatalf("%s\nis taken, but the value is %v, more than all levels\n%v", where(), value, exact)
		}
		if plain && most == 0 && (value == 0) != taken {
			t.Fatalf("%s\nis taken: %v, but the value is %v\n%v", where(), taken, value, exact)
		}
	}
	return checks
}

// maxLevel bounds the approximation level of the products of a node: the
// longest way through the graph, each condition dropped or undefined.
func maxLevel(n *Node) int {
	p := n.program
	level := make([]int, len(p.First)-1)
	for i := 1; i < len(level); i++ {
		for _, e := range p.Edges[p.First[i]:p.First[i+1]] {
			cost := 0
			if e.Clause == probe.ClauseDropped || p.Partials && e.Clause != probe.ClauseNone {
				cost = 1
			}
			level[i] = max(level[i], level[e.To]+cost)
		}
	}
	return level[len(level)-1]
}
