package testgen

import (
	"go/types"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/harness"
)

const readerSource = `package p

import (
	"errors"
	"io"
	"strings"
	"time"
)

type Node struct {
	val  int32
	next *Node
}

func (n *Node) M()                           {}
func (n Node) V(x ...int)                    {}
func (n Node) All() func(yield func(int) bool) { return nil }

type Name string

type Stack struct{ items []int }

func New(n int) (*Stack, error) {
	if n < 0 {
		return nil, errors.New("negative")
	}
	return &Stack{}, nil
}
func (s *Stack) Push(n int)         {}
func (s *Stack) Read(r io.Reader)   {}
func (s *Stack) Later(time.Duration) {}
func (s *Stack) Text() string       { return strings.Repeat("a", len(s.items)) }
func Numbers(x int32, f float32, d time.Duration, b byte, r rune)  {}
func Texts(s string, n Name, b []byte, l [][]byte)                {}
func Pointers(n *Node, i *int, d *time.Duration, l []*Node)       {}
func Many(a [4]int, m map[int32]string, c complex64, r ...string) {}
`

// TestCall: inputs are printed on one line, as their package would write them
// or so that a reader can follow how they are made.
func TestCall(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": readerSource})
	made := parseChoices(t, pkg, `
		choice *Stack
		alt nil | | nil
		alt New | n int | $(example.com/p).New($1) | fails runs
		step Push | n int | $0.Push($1)
		alt literal | | &$(example.com/p).Stack{} | rare
		choice io.Reader
		alt nil | | nil
		alt NewReader | s string | $(strings).NewReader($1)
		alt stub | n int | &$T{n: $1}
		decl stubReader type $T struct{ n int }`)
	for _, tt := range []struct {
		name string
		vec  string
		want string
	}{
		{"Numbers", "-5 1.5 5 'x' 'é'", "Numbers(-5, 1.5, 5, 'x', 'é')"},
		{"Numbers", "2147483647 nan 0 200 7", `Numbers(math.MaxInt32, float32(math.NaN()), 0, 0xc8, '\a')`},
		{"Texts", `"a\"b" "n" 0 2 1`, "Texts(`a\"b`, \"n\", nil, [][]byte{{}})"},
		{"Texts", `"ab"*40 "a"*48 3 'h' 'i' 0`, `Texts(strings.Repeat("ab", 40), Name(strings.Repeat("a", 48)), []byte("hi"), nil)`},
		{"Pointers", "1 7 1 8 0 1 5 1 1000000000 3 1 7 0 0", "Pointers(&Node{val: 7, next: &Node{val: 8}}, new(5), new(time.Second), []*Node{{val: 7}, nil})"},
		{"Pointers", "0 1 0 0 0", "Pointers(nil, new(int), nil, nil)"},
		{"Many", `1 0 2 0 3 2 "b" -1 "a" 1.0 -2.5 3 "x" "y"`, `Many([4]int{1, 0, 2}, map[int32]string{-1: "a", 2: "b"}, complex(1, -2.5), "x", "y")`},
		{"(*Node).M", "1 2 0", "(&Node{val: 2}).M()"},
		{"(*Node).M", "0", "(*Node)(nil).M()"},
		{"Node.V", "3 0 0", "Node{val: 3}.V()"},
		{"(*Stack).Read", "0 0", "(*Stack)(nil).Read(nil)"},
		{"(*Stack).Read", "1 4 0 2 1", "New(4).Read(&stubReader{n: 1})"},
		{"(*Stack).Read", `1 4 3 0 5 0 6 1 "ab"`, `(New(4) then .Push(5), .Push(6)).Read(strings.NewReader("ab"))`},
	} {
		obj := funcNamed(t, pkg, tt.name)
		sig := made.signature(obj, tt.name, nil)
		got, inputs, err := Call(pkg, &harness.Fn{Obj: obj, Sig: &sig}, words(t, tt.vec))
		if got != tt.want || err != nil || len(inputs) != sig.Inputs() {
			t.Errorf("%s, %q, %v, want %s", got, inputs, err, tt.want)
		}
	}
	obj := funcNamed(t, pkg, "Node.All")
	sig := signature(obj, "Node.All", nil)
	most, list := types.Typ[types.Int], types.NewSlice(types.Typ[types.Int])
	sig.Params = []input.Field{{Name: "most", Type: shape(most, map[types.Type]*input.Type{})}}
	sig.Calls = []input.Call{{}, {Params: 1, Iterator: true}}
	fn := &harness.Fn{Obj: obj, Sig: &sig, Type: types.NewSignatureType(obj.Signature().Recv(), nil, nil,
		types.NewTuple(types.NewVar(0, pkg.Types, "most", most)), types.NewTuple(types.NewVar(0, pkg.Types, "", list)), false)}
	if got, _, err := Call(pkg, fn, input.Vector{3, 0, 2}); got != "take(Node{val: 3}.All(), 2)" || err != nil {
		t.Errorf("%s, %v", got, err)
	}
	obj = funcNamed(t, pkg, "Texts")
	sig = signature(obj, "Texts", nil)
	if got, _, err := Call(pkg, &harness.Fn{Obj: obj, Sig: &sig}, slices.Repeat(input.Vector{input.Cut}, 4)); err == nil {
		t.Errorf("what was cut off is printed as %s", got)
	}
}
