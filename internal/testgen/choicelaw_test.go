package testgen

import (
	"fmt"
	"go/types"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/harness"
)

const choiceLawSource = `package p

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sort"
	"time"
)

var ErrOdd = errors.New("odd")

type Gauge interface {
	Level() (int, error)
	Name(prefix string) string
}

type bar struct{ n int }

func (b bar) Level() (int, error)  { return b.n, nil }
func (b bar) Name(s string) string { return s + fmt.Sprint(b.n) }

type Step func(int) (int, error)

func (s Step) Level() (int, error)       { return s(0) }
func (s Step) Name(prefix string) string { return prefix }

type Vault struct {
	limit int
	held  []string
	open  bool
}

func NewVault(limit int) (*Vault, error) {
	if limit < 0 {
		return nil, ErrOdd
	}
	return &Vault{limit: limit}, nil
}

func (v *Vault) Put(s string)       { v.held = append(v.held, s) }
func (v *Vault) Open(yes bool)      { v.open = yes }
func (v *Vault) Len() int           { return len(v.held) }
func (v *Vault) Take() (string, error) {
	if len(v.held) == 0 {
		return "", io.EOF
	}
	s := v.held[0]
	v.held = v.held[1:]
	return s, nil
}

type Box struct {
	V    any
	G    Gauge
	F    func(int) int
	Keep *Vault
}

func Any(v any) bool                                 { return v == nil }
func Errs(err error) bool                            { return err != nil }
func Read(r io.Reader) bool                          { return r == nil }
func Write(w io.Writer, b []byte) bool               { return w == nil }
func String(s fmt.Stringer) bool                     { return s == nil }
func Measure(g Gauge) bool                           { return g == nil }
func Boxed(b Box, p *Box) bool                       { return p == nil }
func Context(ctx context.Context) bool               { return ctx == nil }
func Sorted(s sort.Interface) bool                   { return s == nil }
func Map(xs []int, f func(int) int) bool             { return f == nil }
func Less(f func(a, b string) bool) bool             { return f == nil }
func Each(f func(n int, s string) (bool, error)) bool { return f == nil }
func Pick(f func(time.Duration)) bool                { return f == nil }
func Drain(c chan int, d <-chan string) bool         { return c == nil }
func Steps(s Step, p *Step, gs []Gauge) bool         { return s == nil }
func Swap(a, b *Vault) bool                          { return a == b }
func Many(gs ...Gauge) int                           { return len(gs) }
func Hold(v any, g Gauge, w io.Writer) (any, Gauge, []any, map[string]any) { return v, g, nil, nil }
func Keep(s sort.Interface, b *Box) (Box, error)     { return Box{}, nil }
func Given() (any, error)                            { return time.Second, nil }
func Count(n int) <-chan int                         { return nil }
func Both(s string) (names chan Box, errs <-chan error, again <-chan []Gauge) { return nil, nil, nil }
func Pairs() chan<- Pair[int, string]                { return nil }
func Wound() any                                     { return bar{1} }
func Anys(vs []any, m map[string]error) int          { return len(vs) + len(m) }
func First[T any](xs []T) int                        { return len(xs) }
func Big[K comparable, V int | string](m map[K]V) int { return len(m) }

type Pair[A, B any] struct {
	a A
	b B
}

func (p *Pair[A, B]) Swap() bool { return p == nil }

type Chain[T any] struct{ links []*Link[T] }

type Link[T any] struct {
	of *Chain[T]
	v  T
}

func NewChain[T any]() *Chain[T] { return &Chain[T]{} }

func (c *Chain[T]) Add(v T) *Link[T] {
	l := &Link[T]{c, v}
	c.links = append(c.links, l)
	return l
}

func (c *Chain[T]) Drop(l *Link[T]) (*Link[T], bool) {
	c.links = nil
	return l, true
}

func (c *Chain[T]) Last(or *Link[T]) *Link[T]              { return or }
func (c *Chain[T]) Between(other *Chain[T], l, m *Link[T]) {}
func (l *Link[T]) Chain() *Chain[T]                        { return l.of }
`

// TestChoicesTypeCheck: for random inputs of functions with interfaces,
// functions, channels, objects and type parameters, whatever the coder makes
// of these, and for random outcomes, the emitted tests type-check; and what is dropped is dropped with
// a reason.
func TestChoicesTypeCheck(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": choiceLawSource, "go.mod": "module example.com/p\n\ngo 1.24\n"})
	c := harness.New(pkg)
	rng := rand.New(rand.NewPCG(5, 6))
	var funcs []Func
	all := 0
	for _, obj := range callables(pkg.Types) {
		list, err := c.Variants(obj, harness.Options{})
		if err != nil {
			t.Errorf("%s: %v", obj.Name(), err)
			continue
		}
		for _, signed := range list {
			f := Func{Obj: obj, Sig: *signed.Sig}
			space := input.NewSpace(signed.Sig, input.Limits{})
			for range 40 {
				all++
				var out Outcome
				for _, r := range signed.Sig.Results {
					out.Results = append(out.Results, anyOutcome(r.Type, rng, 0)...)
				}
				for _, r := range signed.Sig.After {
					out.After = append(out.After, anyOutcome(r.Type, rng, 0)...)
				}
				f.Cases = append(f.Cases, Case{Vector: space.Random(nil, rng), Outcome: out,
					Covers: []Cover{{Branch: fmt.Sprintf("a.go:%d:1/T", all)}}})
			}
			funcs = append(funcs, f)
		}
	}
	s, err := emit(pkg, funcs, goldenHeader)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Write(s.Files, pkg.Dir); err != nil {
		t.Fatal(err)
	}
	vet := exec.Command("go", "vet", ".")
	vet.Dir = pkg.Dir
	if out, err := vet.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s\n%s", err, out, numbered(textOf(s)))
	}
	for _, d := range s.Dropped {
		if d.Reason == "" || strings.Contains(d.Reason, "fault") || strings.Contains(d.Reason, "no call has returned") {
			t.Errorf("dropped %s/%s: %s", d.Func, d.Case, d.Reason)
		}
	}
	if kept := all - len(s.Dropped); kept < all*9/10 {
		t.Errorf("%d of %d cases\n%s", kept, all, reasons(s.Dropped))
	}
	for _, want := range []string{"must(NewVault(", ".Put(", "(*Pair[", "First[int](", "Big[", "stubGauge{", "Step(func(", "errors.New(", ") int { return ",
		":= c.Add(", "link, _ := c.Drop(", "!= tt.want", "&stubGauge{", "[]any{", "time.Duration(", ":= drain(got, ", "draining(gotAgain, ", " := wait0()"} {
		if !strings.Contains(textOf(s), want) {
			t.Errorf("no %s in\n%s", want, textOf(s))
		}
	}
}

// callables are the functions and methods of a package, by name.
func callables(pkg *types.Package) []*types.Func {
	var list []*types.Func
	for _, name := range pkg.Scope().Names() {
		switch obj := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			list = append(list, obj)
		case *types.TypeName:
			if n, ok := obj.Type().(*types.Named); ok {
				for m := range n.Methods() {
					list = append(list, m)
				}
			}
		}
	}
	return list
}

func numbered(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = fmt.Sprintf("%4d %s", i+1, l)
	}
	return strings.Join(lines, "\n")
}
