package target_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	_ "nearmiss/avm"
	"nearmiss/dse"
	"nearmiss/ese"
	"nearmiss/fitness"
	_ "nearmiss/ga"
	"nearmiss/input"
	"nearmiss/internal/testdir"
	"nearmiss/search"
	"nearmiss/target"
)

func init() {
	fitness.Register(fitness.Function{Name: "nan", Of: func(fitness.Measure) float64 { return math.NaN() }})
	fitness.Register(fitness.Function{Name: "flat", Of: func(fitness.Measure) float64 { return 0 }})
}

// module writes a module and returns its directory.
func module(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	testdir.Write(t, dir, map[string]string{
		"go.mod": "module m\n\ngo 1.26\n",
		"m.go": `package m

func Sum(a, b int32) bool {
	if a == b+1000 {
		return a > 70000
	}
	return false
}

func Max[T int | string](a, b T) T {
	if a > b {
		return a
	}
	return b
}

func Outside(n int) int
`,
		"text.go": `package m

func Text(s string, x float64, n uint8, list []bool, keys map[int8]bool) bool {
	return len(s) > 2 && x > 0.5 && n > 3 && len(list) > 1 && len(keys) > 1
}
`,
		"prefix.go": `package m

import "strings"

func Prefix(s string, n int) bool {
	if strings.HasPrefix(s, "id:") && n == 123457 {
		return true
	}
	return false
}
`,
		"m.s":          "",
		"broken/b.go":  "package broken\n\nfunc F() int {\n\treturn \"x\"\n}\n",
		"empty/readme": "",
	})
	return dir
}

// TestRefused: if a function cannot be opened, the error has a position and suggests a remedy.
func TestRefused(t *testing.T) {
	dir := module(t)
	for name, want := range map[string]string{
		"m.Som":        "has no function Som; did you mean Sum?",
		"./nowhere.F":  "no package for ./nowhere",
		"./empty.F":    "empty",
		"./broken.F":   "b.go:4:9: package m/broken does not compile",
		"m.Outside":    "m.go:17:1: Outside has no Go body: there are no paths to search; name a Go function",
		"m.Max":        "m.go:10:1: Max is generic: name a function that calls it",
		"m.Sum.Or.Not": "does not name a function",
	} {
		f, err := target.Open(t.Context(), name, target.Options{Dir: dir})
		if err == nil {
			f.Close()
			t.Errorf("%s is open", name)
		} else if !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", name, err, want)
		}
	}
}

// TestSeeds: random draws use the constants of the function.
func TestSeeds(t *testing.T) {
	if testing.Short() {
		t.Skip("builds workers")
	}
	f, err := target.Open(t.Context(), "m.Prefix", target.Options{Dir: module(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b, err := f.Branch("prefix.go:6:36/T")
	if err != nil {
		t.Fatal(err)
	}
	for _, algo := range []string{"avm", "ga"} {
		if r, err := f.Search(t.Context(), b, algo, "standard", 1, 50_000); err != nil || r.Hit() == nil {
			t.Errorf("%s: %v after %d; %v", algo, r.Status, r.Evaluations, err)
		}
	}
}

// TestTarget: searches and the executor reach the same branch; a registered fitness function that
// returns NaN is an error.
func TestTarget(t *testing.T) {
	if testing.Short() {
		t.Skip("builds workers")
	}
	f, err := target.Open(t.Context(), "m.Sum", target.Options{Dir: module(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if f.Name() != "m.Sum" || len(f.Branches()) != 4 {
		t.Fatalf("%s has branches %v", f.Name(), f.Branches())
	}
	b, err := f.Branch("m.go:5:10/T")
	if err != nil {
		t.Fatal(err)
	}
	for _, algo := range []string{"avm", "ga"} {
		for _, fit := range []string{"standard", "standard-raw", "symbolic", "symbolic-raw"} {
			r, err := f.Search(t.Context(), b, algo, fit, 1, 50_000)
			again, _ := f.Search(t.Context(), b, algo, fit, 1, 50_000)
			if err != nil || fmt.Sprint(r) != fmt.Sprint(again) {
				t.Errorf("%s %s: %v, and again %v; %v", algo, fit, r, again, err)
			}
			if hit := r.Hit(); hit == nil || int32(hit.Vector[0]) != int32(hit.Vector[1])+1000 {
				t.Errorf("%s %s: %v after %d", algo, fit, r.Status, r.Evaluations)
			}
		}
	}
	far := []input.Vector{{3, 5}, {71000, 70000}, {1, 1}}
	for fit, want := range map[string]string{"nan": `fitness "nan" is NaN for input [3 5]`, "none": `fitness "none" is none of standard, symbolic, `} {
		e, err := f.Evaluator(t.Context(), b, fit)
		if err == nil {
			_, err = e.Evaluate(t.Context(), far)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", fit, err)
		}
	}
	e, err := f.Evaluator(t.Context(), b, "flat")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := e.Evaluate(t.Context(), far)
	if err != nil || len(rows) != 2 || rows[0].Reached() || !rows[1].Reached() {
		t.Errorf("rows %v, %v: the second input takes the branch, the first does not", rows, err)
	}
	p, err := f.Program(t.Context())
	if err != nil || p.Entry("Sum") != 0 {
		t.Errorf("program %v, %v", p, err)
	}
	t.Run("paths", func(t *testing.T) { checkPaths(t, f) })
}

// checkPaths asserts that the executor takes single paths, and all paths, of m.Sum.
func checkPaths(t *testing.T, f *target.Target) {
	p, err := f.DSE(t.Context(), dse.FunctionOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	r, err := p.Run(t.Context(), input.Vector{71000, 70000}, nil)
	if b, _ := f.Branch("m.go:5:10/T"); err != nil || !slices.Contains(r.Covered, b) {
		t.Errorf("covered %v, %v", r, err)
	}
	g, done, err := f.ESE(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	most, err := ese.Search(t.Context(), g, ese.DFS{}, rand.New(rand.NewPCG(1, 0)), ese.Options{})
	if err != nil || most.Status != search.Exhausted || most.Paths != 3 {
		t.Errorf("%v, %v", most, err)
	}
}

// TestIllegal: the error names a vector that is not in the space and its illegal word, and no
// vector is run.
func TestIllegal(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a worker")
	}
	f, err := target.Open(t.Context(), "m.Text", target.Options{
		Dir: module(t), Limits: input.Limits{Len: 3}, Domains: map[string]string{"n": "2..9", "s": "'a'..'z'", "x": "0..1"},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	e, err := f.Evaluator(t.Context(), f.Branches()[0], "standard")
	if err != nil {
		t.Fatal(err)
	}
	good, half := input.Vector{1, 'a', math.Float64bits(1), 2, 0, 0}, math.Float64bits(0.5)
	for _, x := range []struct {
		v    input.Vector
		want string
	}{
		{good, ""},
		{input.Vector{2, 'a', 'z', half, 9, 3, 0, 1, 3, ^uint64(0), 1, 0, 0}, "word 9, keys.key[0], is -1; the nearest in the space is 0"}, // the order of words is that of the map
		{input.Vector{2, 'a', 'z', half, 9, 3, 0, 1, 3, 0, 0, ^uint64(0), 1}, ""},
		{nil, "has 0 words; "},
		{good[:5], "has 5 words; one that begins like it has 6"},
		{append(slices.Clone(good), 0), "has 7 words; one that begins like it has 6"},
		{input.Vector{2, 'a'}, "has 2 words; "},
		{input.Vector{4, 'a', 'a', 'a', 'a', half, 2, 0, 0}, "word 0, len(s), is 4; the nearest in the space is 3"},
		{input.Vector{math.MaxUint64, 'a', half, 2, 0, 0}, "word 0, len(s), is 18446744073709551615; the nearest in the space is 3"},
		{input.Vector{1, 'A', half, 2, 0, 0}, "word 1, s[0], is 65; the nearest in the space is 97"},
		{input.Vector{1, 300, half, 2, 0, 0}, "word 1, s[0], is 300; the nearest in the space is 122"},
		{input.Vector{1, 'a', math.Float64bits(1.5), 2, 0, 0}, "word 2, x, is 1.5; the nearest in the space is 1"},
		{input.Vector{1, 'a', math.Float64bits(math.NaN()), 2, 0, 0}, "word 2, x, is NaN; "},
		{input.Vector{1, 'a', half, 1, 0, 0}, "word 3, n, is 1; the nearest in the space is 2"},
		{input.Vector{1, 'a', half, 300, 0, 0}, "word 3, n, is 300; the nearest in the space is 9"},
		{input.Vector{1, 'a', half, 2, 9, 0}, "word 4, len(list), is 9; "},
		{input.Vector{1, 'a', half, 2, 2, 2, 0}, "word 5, list[0], is 2; the nearest in the space is 1"},
	} {
		rows, err := e.Evaluate(t.Context(), []input.Vector{good, x.v})
		switch legal := f.Space().Canonical(x.v); {
		case legal != (x.want == ""):
			t.Errorf("%v is legal: %v", x.v, legal)
		case legal && (err != nil || len(rows) == 0):
			t.Errorf("%v: %v, %v", x.v, rows, err)
		case !legal && (rows != nil || err == nil || !strings.Contains(err.Error(), "target: input 1") || !strings.Contains(err.Error(), x.want)):
			t.Errorf("%v: %v, %v, want %s", x.v, rows, err, x.want)
		}
	}
	rng := rand.New(rand.NewPCG(1, 0))
	for range 300 {
		v := make(input.Vector, rng.IntN(12))
		for i := range v {
			v[i] = rng.Uint64() >> rng.IntN(64)
		}
		if _, err := e.Evaluate(t.Context(), []input.Vector{v}); (err == nil) != f.Space().Canonical(v) {
			t.Errorf("%v: %v", v, err)
		}
	}
}
