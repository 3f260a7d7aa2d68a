package explore

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"nearmiss/cfg"
	"nearmiss/input"
	"nearmiss/internal/load"
	"nearmiss/internal/native"
	"nearmiss/internal/sandbox"
	"nearmiss/internal/subject"
	"nearmiss/internal/worker"
	"nearmiss/symexec"
)

// law is a package of its own module, loaded and built once for all tests: testdata/odd,
// openSource and random functions.
type law struct {
	seed     uint64
	random   string                       // source of the random functions, F0, F1, ...
	sessions map[string]*Session          // by function; they share a process
	start    func() (*native.Pool, error) // another process
	close    func()
}

const randomFunctions = 20

var theLaw = sync.OnceValues(func() (_ *law, err error) {
	l := &law{seed: rand.Uint64(), random: "package odd\n", sessions: map[string]*Session{}}
	rng := rand.New(rand.NewPCG(l.seed, 1))
	for i := range randomFunctions {
		l.random += randomFunc(rng, i)
	}
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "law-")
	if err != nil {
		return nil, err
	}
	var closers []func()
	l.close = func() {
		for _, c := range slices.Backward(closers) {
			c()
		}
		os.RemoveAll(dir)
	}
	defer func() {
		if err != nil {
			l.close()
		}
	}()
	src := filepath.Join(dir, "src")
	if err := os.CopyFS(src, os.DirFS("testdata/odd")); err != nil {
		return nil, err
	}
	for name, text := range map[string]string{"go.mod": "module example.com/odd\n\ngo 1.26\n", "open.go": openSource, "random.go": l.random} {
		if err := os.WriteFile(filepath.Join(src, name), []byte(text), 0o666); err != nil {
			return nil, err
		}
	}
	pkgs, err := load.Load(ctx, src, load.Options{}, ".")
	if err != nil {
		return nil, err
	}
	pkg := pkgs[0]
	graph := cfg.Build(pkg.Source)
	made := func(hooks bool) (set *subject.Set, start func() (*native.Pool, error), err error) {
		if set, err = subject.Prepare(ctx, pkg, nil, subject.SetOptions{Graph: graph, Hooks: hooks}); err != nil {
			return nil, nil, err
		}
		bin, err := set.Build(ctx, dir)
		if err != nil {
			return nil, nil, err
		}
		closers = append(closers, func() { bin.Close() })
		o := set.Options()
		o.TempDir, o.Sandbox = dir, sandbox.Probe(ctx)
		return set, func() (*native.Pool, error) {
			pool, err := native.NewPool(ctx, bin, o, 1)
			if err == nil {
				closers = append(closers, pool.Close)
			}
			return pool, err
		}, nil
	}
	set, start, err := made(false)
	if err != nil {
		return nil, err
	}
	l.start = start
	pool, err := start()
	if err != nil {
		return nil, err
	}
	hooked, start, err := made(true)
	if err != nil {
		return nil, err
	}
	far, err := start()
	if err != nil {
		return nil, err
	}
	program, err := symexec.Load(ctx, set)
	if err != nil {
		return nil, err
	}
	for entry, fn := range set.Entries {
		at := slices.IndexFunc(graph.Funcs, func(f *cfg.Func) bool { return f.Obj == fn.Obj })
		s := &Session{
			subject: &subject.Subject{Named: subject.Named{Package: pkg, Graph: graph, Func: graph.Funcs[at]}, Fn: fn, Set: set, Pool: pool},
			program: program, entry: entry, opt: Options{}.withDefaults(),
		}
		s.assumption = s.varAssumption()
		s.distances = newDistances(hooked, far, fn.Sig, entry)
		l.sessions[fn.Sig.Name] = s
	}
	return l, nil
})

// made is set once theLaw must be closed.
var made *law

// sharedLaw returns the package that tests share.
func sharedLaw(t *testing.T) *law {
	t.Helper()
	if testing.Short() {
		t.Skip("builds a worker")
	}
	l, err := theLaw()
	if err != nil {
		t.Fatal(err)
	}
	made = l
	return l
}

// alone returns a function in a process that nothing has run in.
func alone(t *testing.T, name string) *Session {
	t.Helper()
	l := sharedLaw(t)
	pool, err := l.start()
	if err != nil {
		t.Fatal(err)
	}
	s, own := *l.sessions[name], *l.sessions[name].subject
	own.Pool = pool
	s.subject = &own
	return &s
}

// every lists all inputs of a function with lists of at most bound elements.
func every(sig *input.Signature, bound int) []input.Vector {
	list := []input.Vector{nil}
	extend := func(base []input.Vector, words []uint64) (longer []input.Vector) {
		for _, v := range base {
			for _, w := range words {
				longer = append(longer, append(slices.Clip(v), w))
			}
		}
		return longer
	}
	for i := range sig.Inputs() {
		typ := sig.Input(i).Type
		if values := scalars(typ); values != nil {
			list = extend(list, values)
			continue
		}
		elem, least := scalars(typ.Elem), uint64(1) // what is no list
		all := extend(list, []uint64{0})
		if typ.Kind == input.String {
			elem, least = scalars(&input.Type{Kind: input.Uint, Bits: 8}), 0
			all = nil
		}
		for n := range bound + 1 {
			some := extend(list, []uint64{uint64(n) + least})
			for range n {
				some = extend(some, elem)
			}
			all = append(all, some...)
		}
		list = all
	}
	return list
}

// scalars lists the values of a type, nil if it is a list.
func scalars(typ *input.Type) (list []uint64) {
	switch {
	case typ == nil:
	case typ.Kind == input.Bool:
		return []uint64{0, 1}
	case typ.Kind == input.Int && typ.Bits == 8:
		for x := range 256 {
			list = append(list, uint64(int64(int8(x))))
		}
	case typ.Kind == input.Uint && typ.Bits == 8:
		for x := range uint64(256) {
			list = append(list, x)
		}
	}
	return list
}

// possible are the branches that inputs take, by machine code.
func (s *Session) possible(t *testing.T, inputs []input.Vector) map[string]bool {
	t.Helper()
	answers, err := s.subject.Pool.Batch(t.Context(), []*worker.BatchJob{{Entry: s.entry, Signature: s.subject.Fn.Sig, Vectors: inputs}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	taken := map[string]bool{}
	for _, found := range answers[0].Found {
		for _, b := range found.Branches {
			taken[s.subject.Graph.BranchName(b)] = true
		}
	}
	return taken
}

// TestProofLaw: of random functions with few inputs no strategy says of a branch that no
// input takes it, or that every path was taken, if an input takes it; what was reached can
// be; and where nothing declines each branch is the one or the other.
func TestProofLaw(t *testing.T) {
	l := sharedLaw(t)
	defer func() {
		if t.Failed() {
			t.Logf("seed %d\n%s", l.seed, l.random)
		}
	}()
	whys := map[string]map[string]int{}
	for i := range randomFunctions {
		s := l.sessions[fmt.Sprintf("F%d", i)]
		bound := shapes[i%len(shapes)].bound
		taken := s.possible(t, every(s.subject.Fn.Sig, bound))
		if _, err := s.goals(nil); err != nil { // it has no branches
			continue
		}
		for _, strategy := range Strategies() {
			r, err := s.Search(t.Context(), Options{Strategy: strategy, Common: subject.Common{Seed: l.seed}, Bound: bound, Runs: 2000})
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range r.Targets {
				proved := x.Why == WhyInfeasible || x.Why == WhyBound || strings.Contains(x.Reason, "every path")
				if whys[strategy] == nil {
					whys[strategy] = map[string]int{}
				}
				whys[strategy][x.Why]++
				switch {
				case x.Runs > 0 && !taken[x.Branch]:
					t.Errorf("%s, %s: %s was reached, and no input takes it", r.Function, strategy, x.Branch)
				case proved && taken[x.Branch]:
					t.Errorf("%s, %s: %s: %s: %s, and an input takes it", r.Function, strategy, x.Branch, x.Why, x.Reason)
				case x.Runs == 0 && !proved && r.Status == StatusExhausted && r.Open == 0 && len(r.Unknown) == 0:
					t.Errorf("%s, %s: %s: %s: %s, and no node is open", r.Function, strategy, x.Branch, x.Why, x.Reason)
				case strategy == "bfs" && taken[x.Branch] && x.Runs == 0 && r.Status == StatusExhausted && len(r.Unknown) == 0:
					t.Errorf("%s: %s is %s: %s, and an input takes it", r.Function, x.Branch, x.Why, x.Reason)
				case strategy == "bfs" && x.Why == WhyDeclined:
					t.Errorf("%s: bfs declines: %s", r.Function, x.Reason)
				}
			}
		}
	}
	t.Log(l.seed, whys)
	if p := whys["bfs"]; p[""] < 2*randomFunctions || p[WhyInfeasible]+p[WhyBound] < randomFunctions || 10*(p[WhyUnknown]+p[WhyBudget]+p[WhyCut]) > p[WhyInfeasible]+p[WhyBound] {
		t.Errorf("bfs says %v", p)
	}
	if whys["fitnex"][WhyDeclined] == 0 {
		t.Errorf("fitnex never declines: %v", whys["fitnex"])
	}
}

// shapes are what random functions take, and the bound of their lists: few enough inputs to
// try all.
var shapes = []struct {
	params string
	bound  int
	atoms  []string // of type uint8
	flags  []string
}{
	{"a uint8, b int8, c bool", 1, []string{"a", "uint8(b)", "x"}, []string{"c", "b < 0", "b*b > 100"}},
	{"a uint8, s string", 1, []string{"a", "uint8(len(s))", "x", "s[0]"}, []string{`s == "k"`, `s != ""`, "len(s) > 0 && s[0] > a"}},
	{"s string", 2, []string{"uint8(len(s))", "x", "s[x%2]"}, []string{`s == "ab"`, `s < "m"`, "len(s) == 3", "len(s) > 1 && s[0] == s[1]"}},
	{"b int8, s []bool", 2, []string{"uint8(b)", "x", "uint8(len(s))"}, []string{"s == nil", "len(s) > 1", "len(s) > 0 && s[len(s)-1]", "s[0]"}},
	{"s []int8", 2, []string{"uint8(len(s))", "x", "uint8(s[x%2])"}, []string{"len(s) > 1 && s[0] > s[1]", "len(s) > 1 && s[0]+s[1] == 100", "len(s) == 3"}},
}

// randomFunc is the source of a random function.
func randomFunc(rng *rand.Rand, i int) string {
	shape := shapes[i%len(shapes)]
	var b strings.Builder
	fmt.Fprintf(&b, "\nfunc F%d(%s) int {\n\tx := uint8(%d)\n", i, shape.params, rng.IntN(3))
	one := func(of []string) string { return of[rng.IntN(len(of))] }
	expr := func() string {
		v, w := one(shape.atoms), one(shape.atoms)
		if rng.IntN(2) == 0 {
			w = fmt.Sprintf("uint8(%d)", 1+rng.IntN(255))
		}
		switch rng.IntN(7) {
		case 0:
			return v + "*" + w
		case 1:
			return v + "/" + w
		case 2:
			return v + ">>(" + w + "&7)"
		case 3:
			return "(" + v + "^" + w + ")"
		case 4:
			return v
		}
		return v + "+" + w
	}
	cond := func() string {
		if rng.IntN(3) == 0 {
			return one(shape.flags)
		}
		return expr() + one([]string{" == ", " < ", " >= ", " != "}) + expr()
	}
	var block func(depth int, indent string)
	block = func(depth int, indent string) {
		for range 1 + rng.IntN(2) {
			switch n := rng.IntN(8); {
			case n < 3 && depth < 3:
				fmt.Fprintf(&b, "%sif %s {\n", indent, cond())
				block(depth+1, indent+"\t")
				fmt.Fprintf(&b, "%s}\n", indent)
			case n == 3 && depth < 3:
				fmt.Fprintf(&b, "%sif %s || %s {\n", indent, cond(), cond())
				block(depth+1, indent+"\t")
				fmt.Fprintf(&b, "%s\treturn %d\n%s}\n", indent, rng.IntN(9), indent)
			case n == 4 && depth < 2:
				fmt.Fprintf(&b, "%sfor range %s & 3 {\n", indent, one(shape.atoms))
				block(depth+2, indent+"\t")
				fmt.Fprintf(&b, "%s}\n", indent)
			case n == 5:
				fmt.Fprintf(&b, "%sx++\n", indent)
			default:
				fmt.Fprintf(&b, "%sx = %s\n", indent, expr())
			}
		}
	}
	block(0, "\t")
	fmt.Fprintf(&b, "\tif %s && %s {\n\t\tx++\n\t}\n\treturn int(x)\n}\n", cond(), cond())
	return b.String()
}
