package fitness

import (
	"fmt"
	"math"
	"testing"
	"unsafe"

	"nearmiss/internal/probe"
	"nearmiss/term"

	"pgregory.net/rapid"
)

// typed draws expressions of all types that terms have.
type typed struct{ t *rapid.T }

var numeric = []string{"int8", "uint8", "int32", "uint16", "int", "uint64", "float32", "float64"}

func (w typed) n(name string, n int) int { return rapid.IntRange(0, n-1).Draw(w.t, name) }

func (w typed) pick(of ...string) string { return of[w.n("pick", len(of))] }

func (w typed) isFloat(t string) bool { return t[0] == 'f' }

func (w typed) leaf(t string) string {
	vars := map[string][]string{
		"int8": {"a8", "b8", "t8[n&1]"}, "uint8": {"au8", "s[n&1]", "p[0]"}, "int32": {"a32", "t32[1]", "h[n&3]", "int32(t16[0])"},
		"uint16": {"au16", "tu16[0]"}, "int": {"n", "m", "len(s)", "len(t32)"}, "uint64": {"au64"},
		"float32": {"f32", "tf32[0]"}, "float64": {"f64", "g64"},
	}
	if w.n("const", 3) == 0 {
		return fmt.Sprintf("%s(%s)", t, w.pick("0", "1", "3", "100"))
	}
	v := vars[t]
	return v[w.n("leaf", len(v))]
}

func (w typed) number(t string, depth int) string {
	if depth == 0 {
		return w.leaf(t)
	}
	switch w.n("number", 8) {
	case 0:
		return fmt.Sprintf("%s(%s)", t, w.number(numeric[w.n("from", len(numeric))], depth-1))
	case 1:
		return "-" + w.number(t, 0)
	case 2:
		if !w.isFloat(t) {
			return fmt.Sprintf("(%s %s %s)", w.number(t, depth-1), w.pick("<<", ">>"), w.number(w.pick("uint8", "int", "int8"), 0))
		}
	case 3:
		if !w.isFloat(t) {
			return fmt.Sprintf("%s(%s, %s)", w.pick("min", "max"), w.number(t, depth-1), w.number(t, 0))
		}
	}
	op := w.pick("+", "-", "*", "/")
	if !w.isFloat(t) {
		op = w.pick("+", "-", "*", "/", "%", "&", "|", "^", "&^")
	}
	return fmt.Sprintf("(%s %s %s)", w.number(t, depth-1), op, w.number(t, depth-1))
}

func (w typed) text() string {
	return w.pick("s", "r", `"ab"`, "s[n:]", "r[:m]", "s[1:n]")
}

func (w typed) cond(depth int) string {
	rel := w.pick("==", "!=", "<", "<=", ">", ">=")
	if depth > 0 {
		switch w.n("cond", 4) {
		case 0:
			return fmt.Sprintf("(%s %s %s)", w.cond(depth-1), w.pick("&&", "||"), w.cond(depth-1))
		case 1:
			return "!" + w.pick("on", "off", "tb[0]")
		}
	}
	switch w.n("atom", 8) {
	case 0:
		return w.text() + " " + rel + " " + w.text()
	case 1:
		return w.pick("on", "tb[n&1]") + " " + w.pick("==", "!=") + " off"
	case 2:
		return w.pick("p", "t32", "q[1:]") + " " + w.pick("==", "!=") + " nil"
	}
	t := numeric[w.n("type", len(numeric))]
	return w.number(t, 2) + " " + rel + " " + w.number(t, 1)
}

// Machine code of terms computes what terms mean, for every operator and
// sort; the condition is taken whole, as the value of a variable.
func TestProgramAgainstTerms(t *testing.T) {
	compared, defined := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		w := typed{t}
		p, err := check(`package x

func f(a8, b8 int8, au8 uint8, a32 int32, au16 uint16, n, m int, au64 uint64, f32 float32, f64, g64 float64,
	on, off bool, s, r string, p []byte, q []int32, t8 []int8, t32 []int32, tu16 []uint16, t16 []int16, tf32 []float32, tb []bool, h [4]int32) bool {
	if on || n > 0 {
		v := ` + w.cond(2) + `
		if v {
			return true
		}
	}
	return false
}
`)
		if err != nil {
			t.Skip(err)
		}
		a := analysisOf(p, p.Funcs[0], Options{})
		conds := p.Funcs[0].Conds
		branch := conds[len(conds)-1].Branch(rapid.Bool().Draw(t, "outcome"))
		if rapid.Bool().Draw(t, "inner") {
			branch = conds[w.n("branch", len(conds))].Branch(rapid.Bool().Draw(t, "outcome"))
		}
		tg, err := a.Target(branch)
		if err != nil {
			return // a constant condition
		}
		s, _ := a.newTargetAnalysis(branch)
		for i := range tg.Nodes {
			n := &tg.Nodes[i]
			products, _, ok := enumerate(a, s, n, 100)
			if !ok || n.program == nil {
				continue
			}
			at, env := typedSlots(t, a.Layout)
			want := math.Inf(1)
			for _, l := range products {
				v, _, _ := l.published(probe.NormRatio, env)
				want = min(want, v)
			}
			got, level, _ := evaluate(n, at)
			if got != want {
				t.Fatalf("%s at %s: %v, terms say %v\n%v", p.BranchName(branch), condOf(n), got, want, products)
			}
			compared++
			if level == 0 {
				defined++
			}
		}
	})
	t.Logf("%d compared, of them %d defined", compared, defined)
	if compared == 0 || defined == 0 {
		t.Errorf("%d compared, of them %d defined", compared, defined)
	}
}

// typedSlots draws live values and gives them to terms and programs.
func typedSlots(t *rapid.T, l *Layout) ([]probe.Slot, term.Env) {
	slots := make([]probe.Slot, len(l.Slots))
	values := make([]term.Value, len(l.Slots))
	number := func(s term.Sort) uint64 {
		v := rapid.Uint64().Draw(t, "bits")
		if rapid.Bool().Draw(t, "small") {
			v = uint64(rapid.IntRange(-3, 4).Draw(t, "n"))
		}
		switch s.Kind {
		case term.Bool:
			return v & 1
		case term.Float:
			f := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{0, 1, 2.5, 200, 3e9, 1.2e19, math.NaN(), math.Inf(-1)})).Draw(t, "f")
			if s.Bits == 32 {
				f = float64(float32(f))
			}
			return math.Float64bits(f)
		}
		return s.Wrap(v)
	}
	for i, s := range l.Slots {
		d, ok := valueTypeOf(s.Type)
		if !ok || s.Class == Cap {
			continue
		}
		slots[i].Defined = true
		switch s.Class {
		case Nil:
			slots[i].Bits = number(term.BoolSort)
		case String:
			values[i].Str = rapid.SampledFrom([]string{"", "a", "ab", "abc", "b\xff"}).Draw(t, "string")
			slots[i] = slot(values[i].Str)
		case Slice, Array:
			n := 4
			if s.Class == Slice {
				n = rapid.IntRange(-1, 3).Draw(t, "len")
			}
			if values[i].Nil = n < 0; n < 0 {
				continue
			}
			var memory []byte
			e := d.sort.ElemSort()
			for range n {
				v := number(e)
				values[i].Elems = append(values[i].Elems, v)
				memory = appendElem(memory, e, v)
			}
			memory = append(memory, 0)
			slots[i].Bits, slots[i].Ptr = uint64(n), unsafe.Pointer(&memory[0])
		default:
			slots[i].Bits = number(d.sort)
		}
		values[i].Bits = slots[i].Bits
	}
	return slots, func(i int) (term.Value, bool) { return values[i], slots[i].Defined }
}

// appendElem lays a value out as Go does in memory.
func appendElem(b []byte, s term.Sort, v uint64) []byte {
	if s.Kind == term.Float && s.Bits == 32 {
		v = uint64(math.Float32bits(float32(math.Float64frombits(v))))
	}
	size := max(1, int(s.Bits)/8)
	raw := (*[8]byte)(unsafe.Pointer(&v))
	return append(b, raw[:size]...)
}
