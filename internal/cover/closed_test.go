package cover

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/wire"
)

// closedIn lists the functions that are to be closed.
var closedIn = []string{"Even", "Square", "Exact", "Table", "Index", "Ones", "half", "Loop", "Place.Corner", "Upper", "shift", "odd.Error", "Sentinel", "check"}

// planned is a session over one package, ready to search.
func planned(t *testing.T, opt Options, source string) (*session, *unit) {
	t.Helper()
	opt.Dir = t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/closed\n\ngo 1.26\n", "closed.go": source} {
		if err := os.WriteFile(filepath.Join(opt.Dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s, err := newSession(opt.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	if err := s.plan(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s, s.units[0]
}

// everything lists all inputs of a function, nil if there are too many.
func everything(f *function) []input.Vector {
	list := []input.Vector{nil}
	for i := range f.sig.Inputs() {
		types := []*input.Type{f.sig.Input(i).Type}
		if types[0].Kind == input.Struct {
			types = nil
			for _, x := range f.sig.Input(i).Type.Fields {
				types = append(types, x.Type)
			}
		}
		for _, typ := range types {
			n := 2
			switch {
			case typ.Kind == input.Bool:
			case (typ.Kind == input.Uint || typ.Kind == input.Int) && typ.Bits == 8:
				n = 256
			default:
				return nil
			}
			if len(list)*n > 1<<17 {
				return nil
			}
			var longer []input.Vector
			for _, v := range list {
				for x := range n {
					w := uint64(x)
					if typ.Kind == input.Int {
						w = uint64(int64(int8(x)))
					}
					longer = append(longer, append(slices.Clip(v), w))
				}
			}
			list = longer
		}
	}
	return list
}

// taken runs all inputs of a function.
func taken(t *testing.T, f *function) map[uint32]bool {
	t.Helper()
	answers, err := f.unit.pool.Batch(t.Context(), []*wire.BatchJob{{Entry: f.entry, Signature: f.sig, Vectors: everything(f)}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	branches := map[uint32]bool{}
	for _, found := range answers[0].Found {
		for _, b := range found.Branches {
			branches[b] = true
		}
	}
	return branches
}

// checkProofs compares what was proved with what all inputs do. It returns the
// numbers of goals that were proved by symbolic execution and of those that no
// input takes, in functions of which every input can be tried.
func checkProofs(t *testing.T, u *unit) (proved, never map[string]int) {
	t.Helper()
	proved, never = map[string]int{}, map[string]int{}
	for _, f := range u.funcs {
		if everything(f) == nil {
			continue
		}
		branches := taken(t, f)
		for _, g := range f.goals {
			if g.infeasible == whyComplete {
				proved[f.name]++
				if branches[g.branch] {
					t.Errorf("%s is proved infeasible, and an input of %s takes it", u.graph.BranchName(g.branch), f.name)
				}
			}
			if g.found != nil && g.found.fn == f && !branches[g.branch] {
				t.Errorf("%s was found, and no input of %s takes it", u.graph.BranchName(g.branch), f.name)
			}
			if !branches[g.branch] && g.infeasible != "" && g.infeasible != whyComplete {
				never["others' "+f.name]++
			} else if !branches[g.branch] {
				never[f.name]++
			}
		}
	}
	return proved, never
}

// TestClosed: of the functions that depend on their inputs alone, and of no
// others, solving alone proves all that no input takes.
func TestClosed(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a worker")
	}
	source, err := os.ReadFile("testdata/closed/closed.go")
	if err != nil {
		t.Fatal(err)
	}
	s, u := planned(t, Options{Algo: "dse", Evals: 1, Parallel: 2}, string(source))
	var closed []string
	for _, f := range u.funcs {
		if f.searched() && u.closed(f) {
			closed = append(closed, f.name)
		}
	}
	if slices.Sort(closed); !slices.Equal(closed, slices.Sorted(slices.Values(closedIn))) {
		t.Errorf("closed are %v, want %v", closed, closedIn)
	}
	if err := s.search(t.Context()); err != nil {
		t.Fatal(err)
	}
	proved, never := checkProofs(t, u)
	for _, name := range slices.Sorted(maps.Keys(never)) {
		if slices.Contains(closedIn, name) && proved[name] != never[name] {
			t.Errorf("%s: %d goals are infeasible, %d are proved", name, never[name], proved[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(proved)) {
		if !slices.Contains(closedIn, name) {
			t.Errorf("%s hangs on more than its inputs, and %d goals are proved", name, proved[name])
		}
	}
	if proved["Even"] == 0 || proved["Square"] == 0 || proved["Loop"] == 0 || proved["Table"] == 0 || proved["Index"] == 0 {
		t.Errorf("proved are %v", proved)
	}
	if g := u.byName("Exact").goals; !slices.ContainsFunc(g, func(g *goal) bool { return g.solved }) {
		t.Error("nothing of Exact was solved")
	}
}

func (u *unit) byName(name string) *function {
	return u.funcs[slices.IndexFunc(u.funcs, func(f *function) bool { return f.name == name })]
}

// Law: of random functions with few inputs no branch is proved infeasible that
// an input takes.
func TestClosedLaw(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a worker")
	}
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 1))
	text := "package closed\n\nvar changed = uint8(3)\n\nvar fixed = [3]uint8{5, 250, 0}\n"
	for i := range 24 {
		text += randomClosed(rng, i)
	}
	s, u := planned(t, Options{Algo: "dse", Evals: 1, Parallel: 2, Seed: seed}, text)
	if err := s.search(t.Context()); err != nil {
		t.Fatal(err)
	}
	proved, never := checkProofs(t, u)
	sum := func(m map[string]int) (n int) {
		for _, x := range m {
			n += x
		}
		return n
	}
	if sum(never) > 20 && sum(proved) == 0 {
		t.Errorf("nothing was proved of %d", sum(never))
	}
	if t.Failed() {
		t.Logf("seed %d\n%s", seed, text)
	}
}

// randomClosed is the source of a function of two bytes and a truth value.
func randomClosed(rng *rand.Rand, i int) string {
	var b strings.Builder
	changes := rng.IntN(4) == 0
	fmt.Fprintf(&b, "\nfunc F%d(a, b uint8, c bool) int {\n\tx := a\n", i)
	var block func(depth int, indent string)
	expr := func() string {
		v := []string{"a", "b", "x"}[rng.IntN(3)]
		w := []string{"a", "b", "x", fmt.Sprint(rng.IntN(256)), "fixed[b%3]"}[rng.IntN(5)]
		if changes && rng.IntN(4) == 0 {
			w = "changed"
		}
		switch rng.IntN(6) {
		case 0:
			return v + "*" + w
		case 1:
			if w == "0" { // does not compile
				w = "b"
			}
			return v + "/" + w
		case 2:
			return v + ">>(" + w + "&7)"
		case 3:
			return "(" + v + "^" + w + ")"
		case 4:
			return "fixed[" + v + "&3]" // out of range at times
		}
		return v + "+" + w
	}
	cond := func() string {
		if rng.IntN(5) == 0 {
			return "c"
		}
		return expr() + []string{" == ", " < ", " >= ", " != "}[rng.IntN(4)] + expr()
	}
	block = func(depth int, indent string) {
		for range 1 + rng.IntN(2) {
			switch n := rng.IntN(6); {
			case n < 3 && depth < 3:
				fmt.Fprintf(&b, "%sif %s && %s {\n", indent, cond(), cond())
				block(depth+1, indent+"\t")
				fmt.Fprintf(&b, "%s}\n", indent)
			case n == 3 && depth < 3:
				fmt.Fprintf(&b, "%sfor range b & 3 {\n", indent)
				block(depth+1, indent+"\t")
				fmt.Fprintf(&b, "%s}\n", indent)
			case n == 4 && changes:
				fmt.Fprintf(&b, "%schanged += %s\n", indent, expr())
			default:
				fmt.Fprintf(&b, "%sx = %s\n", indent, expr())
			}
		}
	}
	block(0, "\t")
	b.WriteString("\treturn int(x)\n}\n")
	return b.String()
}
