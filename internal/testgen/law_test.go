package testgen

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/load"
)

// lawTypes are the types of the identity functions below.
var lawTypes = []string{
	"bool", "int", "int8", "int16", "int32", "rune", "int64", "uint", "byte", "uint16", "uint32", "uint64", "uintptr",
	"float32", "float64", "complex64", "complex128", "string",
	"label", "level", "Celsius", "time.Duration", "Big",
	"[]int", "[]byte", "[]rune", "[]string", "[][]byte", "[]*int", "[]level", "raw",
	"[3]int", "[2][2]string", "[0]int", "[4]*point",
	"map[string]int", "map[level][]string", "map[point]bool", "map[[2]int8]*point", "map[float64]int",
	"*int", "**string", "*[]int", "*point", "*raw", "*map[string]int", "pointPtr", "*label",
	"point", "tree", "[]tree", "*tree", "Mixed", "struct { A int; b string }", "[]struct{ X, Y int8 }", "embedded",
}

const lawSource = `package p

import (
	"math"
	"reflect"
	"time"
)

// words is the vector of a value, by reflection.
func words(v reflect.Value) []uint64 {
	many := func(out []uint64, n int, at func(int) reflect.Value) []uint64 {
		for i := 0; i < n; i++ {
			out = append(out, words(at(i))...)
		}
		return out
	}
	float := func(x float64) uint64 {
		if x != x {
			return 0x7FF8000000000001
		}
		return math.Float64bits(x)
	}
	switch k := v.Kind(); {
	case k == reflect.Bool && v.Bool():
		return []uint64{1}
	case k == reflect.Bool:
		return []uint64{0}
	case v.CanInt():
		return []uint64{uint64(v.Int())}
	case v.CanUint():
		return []uint64{v.Uint()}
	case v.CanFloat():
		return []uint64{float(v.Float())}
	case v.CanComplex():
		return []uint64{float(real(v.Complex())), float(imag(v.Complex()))}
	case k == reflect.String:
		out := []uint64{uint64(v.Len())}
		for i := 0; i < v.Len(); i++ {
			out = append(out, uint64(v.String()[i]))
		}
		return out
	case k == reflect.Array:
		return many([]uint64{}, v.Len(), v.Index)
	case k == reflect.Struct:
		return many(nil, v.NumField(), func(i int) reflect.Value {
			if v.Type().Field(i).Name == "_" {
				return reflect.ValueOf([0]int{})
			}
			return v.Field(i)
		})
	case v.IsNil():
		return []uint64{0}
	case k == reflect.Pointer:
		return append([]uint64{1}, words(v.Elem())...)
	case k == reflect.Slice:
		return many([]uint64{uint64(v.Len()) + 1}, v.Len(), v.Index)
	}
	out := []uint64{uint64(v.Len()) + 1}
	for it := v.MapRange(); it.Next(); {
		out = append(append(out, words(it.Key())...), words(it.Value())...)
	}
	return out
}

type label string
type level uint8

const (
	low level = iota
	mid
	high
	top = high
)

type Celsius float32
type Big uint64

const Huge Big = 1<<64 - 1

type raw []byte
type point struct{ x, y int }
type pointPtr *point
type tree struct {
	Val         label
	Left, Right *tree
	Kids        []tree
	byName      map[string]*tree
}
type embedded struct {
	point
	*tree
	_ int
	D time.Duration
}
type Mixed struct {
	F  float64
	C  complex64
	B  []byte
	M  map[rune]level
	T  [2]bool
	P  *float32
	PP pointPtr
}
`

// randomWords draws a value of type t, now and then an awkward one.
func randomWords(rng *rand.Rand, t *input.Type, depth int) []uint64 {
	length := func() uint64 {
		if depth > 3 {
			return 0
		}
		return uint64(rng.IntN(4))
	}
	switch t.Kind {
	case input.Bool:
		return []uint64{rng.Uint64() & 1}
	case input.Int:
		shift := 64 - t.Bits
		pick := []uint64{uint64(rng.IntN(10)), -uint64(rng.IntN(10)), rng.Uint64(), 1<<(t.Bits-1) - 1, 1 << (t.Bits - 1), 'a', '\n', 0xFFFD}
		return []uint64{uint64(int64(pick[rng.IntN(len(pick))]<<shift) >> shift)}
	case input.Uint:
		shift := 64 - t.Bits
		pick := []uint64{uint64(rng.IntN(10)), rng.Uint64(), math.MaxUint64, 'z', '\''}
		return []uint64{pick[rng.IntN(len(pick))] << shift >> shift}
	case input.Float:
		return []uint64{randomFloat(rng, t.Bits == 32)}
	case input.Complex:
		return []uint64{randomFloat(rng, t.Bits == 64), randomFloat(rng, t.Bits == 64)}
	case input.String:
		s := []string{"", "a", "\"`\\", "\xff\x00", "ä\ufffd\n", strings.Repeat("ab", 40) + "c", "x" + strings.Repeat("\x00", 99)}[rng.IntN(7)]
		out := []uint64{uint64(len(s))}
		for i := range len(s) {
			out = append(out, uint64(s[i]))
		}
		return out
	case input.Pointer:
		if depth > 3 || rng.IntN(3) == 0 {
			return []uint64{0}
		}
		return append([]uint64{1}, randomWords(rng, t.Elem, depth+1)...)
	case input.Slice, input.Map:
		n := length()
		if t.Kind == input.Map {
			n = min(n, 2) // one entry, so that there is only one order
		}
		out := []uint64{n}
		for i := uint64(1); i < n; i++ {
			if t.Kind == input.Map {
				out = append(out, randomWords(rng, t.Key, depth+1)...)
			}
			out = append(out, randomWords(rng, t.Elem, depth+1)...)
		}
		return out
	case input.Array:
		var out []uint64
		for range t.Len {
			out = append(out, randomWords(rng, t.Elem, depth+1)...)
		}
		return out
	}
	var out []uint64
	for _, f := range t.Fields {
		out = append(out, randomWords(rng, f.Type, depth+1)...)
	}
	return out
}

func randomFloat(rng *rand.Rand, half bool) uint64 {
	pick := []float64{0, math.Copysign(0, -1), 1, -2.5, math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, math.SmallestNonzeroFloat64,
		math.MaxFloat32, math.SmallestNonzeroFloat32, 0.1, 1e100, math.Float64frombits(rng.Uint64())}
	x := pick[rng.IntN(len(pick))]
	if x != x {
		x = math.NaN()
	}
	if half && x == x {
		x = float64(float32(x))
	}
	return math.Float64bits(x)
}

// TestLiteralsRoundTrip: what a literal says is what the words say. For each
// of many types one function returns its argument and another the words of
// it, by reflection; both get random values, and the emitted tests, which
// expect the value and the words back, compile and pass.
func TestLiteralsRoundTrip(t *testing.T) {
	var src strings.Builder
	src.WriteString(lawSource)
	for i, typ := range lawTypes {
		fmt.Fprintf(&src, "\nfunc Same%d(v %s) %s { return v }\n", i, typ, typ)
		fmt.Fprintf(&src, "\nfunc Words%d(v %s) []uint64 { return words(reflect.ValueOf(v)) }\n", i, typ)
	}
	pkg := module(t, map[string]string{"a.go": src.String()})
	rng := rand.New(rand.NewPCG(11, 12))
	var funcs []Func
	for i := range lawTypes {
		same, words := funcFor(t, pkg, fmt.Sprintf("Same%d", i)), funcFor(t, pkg, fmt.Sprintf("Words%d", i))
		for j := range 12 {
			w := randomWords(rng, same.Sig.Params[0].Type, 0)
			covers := []Cover{{Branch: fmt.Sprintf("a.go:%d:%d/T", i+1, j+1)}}
			same.Cases = append(same.Cases, Case{Vector: w, Outcome: Outcome{Results: w}, Covers: covers})
			list := append([]uint64{uint64(len(w)) + 1}, w...)
			words.Cases = append(words.Cases, Case{Vector: w, Outcome: Outcome{Results: list}, Covers: covers})
		}
		funcs = append(funcs, same, words)
	}
	s, err := emit(pkg, funcs, goldenHeader)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Funcs) != 2*len(lawTypes) {
		t.Errorf("%d of %d functions\n%s", len(s.Funcs), 2*len(lawTypes), reasons(s.Dropped))
	}
	_, report := verified(t, s, 1)
	if len(report.Dropped) > 0 {
		t.Errorf("dropped\n%s", reasons(report.Dropped))
	}
}

func funcFor(t *testing.T, pkg *load.Package, name string) Func {
	obj := funcNamed(t, pkg, name)
	f := Func{Obj: obj, Sig: signature(obj, name, nil)}
	f.Sig.After = nil
	return f
}
