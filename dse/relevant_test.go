package dse

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/symexec"
	"nearmiss/term"
)

// placed knows where slots stand, and nothing else of inputs.
type placed struct {
	Inputs
	at map[int]Place
}

func (p placed) Place(slot int) Place { return p.at[slot] }

// inObjects places slots in the objects of these numbers.
func inObjects(objects ...int) placed {
	p := placed{at: map[int]Place{}}
	for slot, object := range objects {
		p.at[slot] = Place{Object: object, FirstCounterpart: slot}
	}
	return p
}

// grown is a world with a tree, and the nodes of a run with a path of these clauses.
func grown(b *term.Builder, in Inputs, path ...*term.Term) (*World, *Run, []*Node) {
	p := &symexec.Path{Condition: path}
	for i, c := range path {
		p.Decisions = append(p.Decisions, symexec.Decision{Site: symexec.Site{Cond: i}, Side: true, Clause: c, At: i})
	}
	w := &World{tree: newTree(b, DefaultNodes), Inputs: in}
	r := &Run{Path: p}
	fresh, _ := w.tree.merge(r)
	return w, r, fresh
}

// slicesOf are the sliced alternative path conditions of all nodes of a path, each with the clauses
// of the prefix in the order of the path.
func slicesOf(w *World, r *Run, fresh []*Node) (all [][]*term.Term) {
	add := func(set []*term.Term, c *term.Term) []*term.Term { return append(slices.Clone(set), c) }
	union := func(a, b []*term.Term) []*term.Term { return slices.Concat(a, b) }
	visitSlices(w, r, fresh, add, union, func(_ *Node, set []*term.Term) {
		var slice []*term.Term
		prefix, last := set[:len(set)-1], set[len(set)-1]
		for _, c := range r.Path.Condition {
			if i := slices.Index(prefix, c); i >= 0 {
				slice = append(slice, c)
				prefix = slices.Delete(slices.Clone(prefix), i, i+1)
			}
		}
		if len(prefix) > 0 {
			panic("a set with clauses of no prefix, or with one twice")
		}
		all = append(all, append(slice, last))
	})
	return all
}

// atoms makes clauses over slots that are 64-bit integers.
type atoms struct{ *term.Builder }

func (b atoms) slot(i int) *term.Term { return b.Slot(i, term.Signed(64), false) }
func (b atoms) compare(x *term.Term, r term.Rel, n int64) *term.Term {
	return b.Compare(r, x, b.Int(term.Signed(64), uint64(n)))
}

// TestFigure3 is the paper's example of dependency by variables, in which c > 0 has to do with
// the last clause by way of c + b > 0.
func TestFigure3(t *testing.T) {
	b := atoms{term.NewBuilder()}
	const x, y, z = 0, 1, 2 // the paper's a, b and c
	sum := b.Binary(term.Add, b.slot(z), b.slot(y))
	path := []*term.Term{
		b.compare(b.slot(y), term.GT, 1000), b.compare(b.slot(x), term.GT, 0), b.compare(sum, term.GT, 0),
		b.compare(b.slot(z), term.GT, 0), b.compare(b.slot(y), term.GT, 500),
	}
	all := slicesOf(grown(b.Builder, nil, path...))
	want := []*term.Term{path[0], path[2], path[3], b.compare(b.slot(y), term.LE, 500)}
	if got := all[len(all)-1]; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got, want := fmt.Sprint(all[:4]), "[[$1 <= 1000] [$0 <= 0] [$1 > 1000 $2 + $1 <= 0] [$1 > 1000 $2 + $1 > 0 $2 <= 0]]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestObjectExample is the paper's example of dependency by objects: O2.c < 0, O1.b > 0, and
// O1.a > 0, which is the last clause.
func TestObjectExample(t *testing.T) {
	b := atoms{term.NewBuilder()}
	path := []*term.Term{b.compare(b.slot(0), term.LT, 0), b.compare(b.slot(1), term.GT, 0), b.compare(b.slot(2), term.LE, 0)}
	last := b.compare(b.slot(2), term.GT, 0)
	for _, c := range []struct {
		in   Inputs
		want []*term.Term
	}{
		{inObjects(2, 1, 1), []*term.Term{path[1], last}},
		{inObjects(1, 1, 1), []*term.Term{path[0], path[1], last}},
		{inObjects(0, 0, 0), []*term.Term{last}}, // not known
		{nil, []*term.Term{last}},
	} {
		if got := slicesOf(grown(b.Builder, c.in, path...))[2]; !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.in, got, c.want)
		}
	}
}

// TestSliceLaws: a slice has just the clauses that share variables or objects with the last one,
// also by way of others; and an input of the slice is one of the path, once what the slice says
// nothing of is as it was.
func TestSliceLaws(t *testing.T) {
	const slots, values = 4, 3
	solved := 0
	rapid.Check(t, func(t *rapid.T) {
		b := atoms{term.NewBuilder()}
		was := rapid.SliceOfN(rapid.Uint64Range(0, values-1), slots, slots).Draw(t, "input")
		in := inObjects(rapid.SliceOfN(rapid.IntRange(0, 2), slots, slots).Draw(t, "objects")...)
		slot := rapid.IntRange(0, slots-1)
		var path []*term.Term
		for range rapid.IntRange(1, 8).Draw(t, "clauses") {
			x := b.slot(slot.Draw(t, "slot"))
			if rapid.IntRange(0, 3).Draw(t, "sum") == 0 {
				x = b.Binary(term.Add, x, b.slot(slot.Draw(t, "slot")))
			}
			c := b.compare(x, rapid.SampledFrom([]term.Rel{term.LT, term.EQ, term.GT}).Draw(t, "relation"), rapid.Int64Range(0, values).Draw(t, "than"))
			if !holds(was, c) {
				c = b.Not(c)
			}
			path = append(path, c)
		}
		w, r, fresh := grown(b.Builder, in, path...)
		for i, slice := range slicesOf(w, r, fresh) {
			last := b.Not(path[i])
			if want := closure(w, path[:i], last); !slices.Equal(slice, want) {
				t.Fatalf("%v of %v and %v, want %v", slice, path[:i], last, want)
			}
			now := model(slice, slots, values)
			if now == nil {
				continue
			}
			solved++
			mixed := slices.Clone(was)
			for _, c := range slice {
				for _, s := range c.Slots() {
					mixed[s] = now[s]
				}
			}
			if !holds(mixed, path[:i]...) || !holds(mixed, last) {
				t.Fatalf("%v and %v do not hold under %v, of %v", path[:i], last, mixed, slice)
			}
		}
	})
	if solved < 50 {
		t.Errorf("only %d slices have inputs", solved)
	}
}

// closure slices by the letter of section 4.1.
func closure(w *World, prefix []*term.Term, last *term.Term) []*term.Term {
	in := make([]bool, len(prefix))
	shares := func(x, y *term.Term) bool {
		return slices.ContainsFunc(x.Slots(), func(s int32) bool {
			return slices.ContainsFunc(y.Slots(), func(u int32) bool {
				o := w.place(s).Object
				return s == u || o > 0 && o == w.place(u).Object
			})
		})
	}
	for changed := true; changed; {
		changed = false
		for i, c := range prefix {
			linked := shares(c, last)
			for j, d := range prefix {
				linked = linked || in[j] && shares(c, d)
			}
			if linked && !in[i] {
				in[i], changed = true, true
			}
		}
	}
	var list []*term.Term
	for i, c := range prefix {
		if in[i] {
			list = append(list, c)
		}
	}
	return append(list, last)
}

func holds(in []uint64, clauses ...*term.Term) bool {
	for _, c := range clauses {
		v, ok := term.Eval(c, func(slot int) (term.Value, bool) { return term.Value{Bits: in[slot]}, true })
		if !ok || v.Bits == 0 {
			return false
		}
	}
	return true
}

// model is an input of small numbers that clauses hold under, nil if there is none.
func model(clauses []*term.Term, slots, values int) []uint64 {
	in := make([]uint64, slots)
	for {
		if holds(in, clauses...) {
			return in
		}
		i := 0
		for ; i < slots; i++ {
			if in[i]++; in[i] < uint64(values) {
				break
			}
			in[i] = 0
		}
		if i == slots {
			return nil
		}
	}
}

// TestShares: a node that some strategy is told of alone has the slice that it has among others.
func TestShares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := atoms{term.NewBuilder()}
		var path []*term.Term
		for i, s := range rapid.SliceOfN(rapid.IntRange(0, 2), 2, 9).Draw(t, "slots") {
			path = append(path, b.compare(b.slot(s), term.NE, int64(i)))
		}
		w, r, fresh := grown(b.Builder, inObjects(1, 1, 2), path...)
		all := slicesOf(w, r, fresh)
		var some []*Node
		var want [][]*term.Term
		for i, n := range fresh {
			if rapid.Bool().Draw(t, "told") {
				some, want = append(some, n), append(want, all[i])
			}
		}
		if got := slicesOf(w, r, some); !slices.EqualFunc(got, want, slices.Equal[[]*term.Term]) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

// TestLinear counts set operations along a path whose clauses all depend on each other: one union
// and two additions a node.
func TestLinear(t *testing.T) {
	const n = 5_000
	b := atoms{term.NewBuilder()}
	var path []*term.Term
	for i := range n {
		path = append(path, b.compare(b.slot(0), term.NE, int64(i)))
	}
	w, r, fresh := grown(b.Builder, nil, path...)
	operations, visited := 0, 0
	add := func(set int, _ *term.Term) int { operations++; return set + 1 }
	union := func(a, b int) int { operations++; return a + b }
	visitSlices(w, r, fresh, add, union, func(_ *Node, size int) {
		if visited++; size != visited {
			t.Fatalf("the slice of node %d has %d clauses", visited, size)
		}
	})
	if visited != n || operations != 3*n {
		t.Errorf("%d nodes, %d operations; want %d and %d", visited, operations, n, 3*n)
	}
}
