package cover

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"nearmiss/cfg"
	"nearmiss/input"
	"nearmiss/internal/load"
	"nearmiss/internal/native"
	"nearmiss/internal/wire"
)

// wary is a session of functions f0, f1 and so on with these parameters.
func wary(t *testing.T, decls string, params ...string) (*session, *unit) {
	t.Helper()
	var src strings.Builder
	fmt.Fprintf(&src, "package p\n%s\n", decls)
	for i, p := range params {
		fmt.Fprintf(&src, "func f%d(%s) {}\n", i, p)
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src.String(), 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := new(types.Config).Check("p", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	u := &unit{pkg: &load.Package{ImportPath: "p"}}
	for i := range params {
		obj := pkg.Scope().Lookup(fmt.Sprintf("f%d", i)).(*types.Func)
		sig := &input.Signature{Params: []input.Field{{Type: &input.Type{Kind: input.Bool}}}}
		u.funcs = append(u.funcs, &function{unit: u, index: i, entry: i, cfg: &cfg.Func{Obj: obj}, sig: sig})
	}
	return &session{opt: Options{Evals: 50_000, Parallel: 1}, units: []*unit{u}, meter: &meter{}}, u
}

// hanging is a runner in which jobs of some entries hang, unless their integers are small.
type hanging struct {
	runner
	entries map[int]bool
	seen    []*wire.SearchJob
	hung    int
}

func (h *hanging) Search(_ context.Context, jobs []*wire.SearchJob, _ func(int, *wire.Found)) ([]*native.SearchResult, error) {
	h.seen = append(h.seen, jobs...)
	out := make([]*native.SearchResult, len(jobs))
	for i, j := range jobs {
		out[i] = &native.SearchResult{Result: &wire.SearchResult{Evaluations: 1}}
		if h.entries[j.Entry] && !j.Limits.Modest {
			h.hung++
			out[i].Crashes = []native.Crash{{Kind: native.Hang, Entry: j.Entry, Confirmed: true, Vector: []uint64{1}}}
		}
	}
	return out, nil
}

// TestGlanceCaution: when functions that take a type have hung the others that take it begin
// with small integers, and those that do not begin as ever.
func TestGlanceCaution(t *testing.T) {
	ways := []string{"a Amount", "a *Amount", "n int, a []Amount", "a map[string]*Amount", "a Alias", "a Amounts"}
	others := []string{"n int", "s string", "o Other", "x any", "r interface{ Read() }", "l List"}
	var params []string
	h := &hanging{entries: map[int]bool{}}
	for i := range 120 {
		if i%2 == 0 {
			h.entries[i] = true
			params = append(params, ways[i/2%len(ways)])
		} else {
			params = append(params, others[i/2%len(others)])
		}
	}
	s, u := wary(t, "type Amount struct { Exp int }\ntype Alias = Amount\ntype Amounts []Amount\ntype Other struct { N int }\ntype List []List", params...)
	u.pool = h
	s.glance(t.Context())
	if len(h.seen) != len(params) || h.hung != glanceBatch/2 {
		t.Errorf("%d jobs, of which %d hung, want %d and %d", len(h.seen), h.hung, len(params), glanceBatch/2)
	}
	for i, j := range h.seen {
		if want := h.entries[i] && i >= glanceBatch; j.Limits.Modest != want || j.Crashes != 1 {
			t.Errorf("f%d(%s): small integers: %v, want %v", i, params[i], j.Limits.Modest, want)
		}
	}
}

// TestCautious: of the jobs of a function that may hang few draw from all integers, and
// fewer the more of these hang; each ends at the first that does.
func TestCautious(t *testing.T) {
	s, u := wary(t, "type Amount struct { Exp int }", "a Amount", "a Amount", "n int")
	bold := func(f *function, jobs int) (n int) {
		for range jobs {
			j := s.job(f, 1, 100)
			if !j.Limits.Modest {
				n++
			}
			if want := native.SlowWeight * min(1, f.caution.hung+u.funcs[0].caution.hung); len(j.Avoid) != min(f.caution.hung, mostAvoid) || f.index != 2 && j.Crashes != want {
				t.Errorf("a job of f%d that has hung %d times may crash %d times", f.index, f.caution.hung, j.Crashes)
			}
		}
		return n
	}
	if n := bold(u.funcs[0], 8); n != 8 {
		t.Errorf("%d of 8 jobs are bold before one has hung", n)
	}
	u.funcs[0].hangs(&native.Crash{Kind: native.Hang})
	if n := bold(u.funcs[0], 8); n != 8 {
		t.Errorf("%d of 8 jobs are bold after a hang that was not one when it was run alone", n)
	}
	hang := &native.Crash{Kind: native.Hang, Confirmed: true, Vector: []uint64{1}}
	u.funcs[0].hangs(hang)
	for _, c := range []struct{ index, hung, bold int }{{0, 1, 25}, {1, 0, 25}, {2, 0, 128}, {0, 4, 6}, {1, 0, 25}, {0, 16, 2}, {0, 99, 2}} {
		f := u.funcs[c.index]
		for f.caution.modest = 0; f.caution.hung < c.hung; {
			f.hangs(hang)
		}
		if n := bold(f, 128); n != c.bold {
			t.Errorf("%d of 128 jobs of f%d that has hung %d times are bold, want %d", n, c.index, c.hung, c.bold)
		}
	}
}

// TestSpare: a function that has hung has few goals in a round, and each of them its turn.
func TestSpare(t *testing.T) {
	s, u := wary(t, "", "n int", "n int")
	for _, f := range u.funcs {
		for range 3 * hangGoals {
			g := &goal{fn: f, branch: uint32(len(u.goals))}
			f.goals, u.goals = append(f.goals, g), append(u.goals, g)
		}
	}
	u.goals[1].found = &find{}
	u.funcs[0].hangs(&native.Crash{Kind: native.Hang, Confirmed: true})
	open := func(f *function) (list []*goal) {
		return slices.DeleteFunc(slices.Clone(f.goals), func(g *goal) bool { return !g.open() })
	}
	seen := map[*goal]int{}
	for range 3 {
		s.all = true
		for _, g := range u.goals {
			g.bests = []wire.Best{{}}
		}
		s.pick(uint64(s.opt.Evals))
		n := 0
		for g, size := range s.picked {
			want := uint64(s.opt.Evals)
			if g.fn == u.funcs[0] {
				want = firstSlice * [...]uint64{1, growth, growth * growth}[g.slices]
				n++
				g.slices++
			}
			if seen[g]++; size != want {
				t.Errorf("a slice of %d, want %d", size, want)
			}
		}
		if n != hangGoals || len(s.picked)-n != len(open(u.funcs[1])) {
			t.Errorf("%d goals of the function that has hung, and %d of the other one", n, len(s.picked)-n)
		}
	}
	for _, g := range open(u.funcs[0]) {
		if seen[g] == 0 {
			t.Errorf("goal %d had no turn", g.branch)
		}
	}
}
