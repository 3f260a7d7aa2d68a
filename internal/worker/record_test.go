package worker

import (
	"errors"
	"strings"
	"testing"
)

type orderOfRecord struct {
	ID    int
	Items []string
}

// TestFormatCall: values without addresses have a text; pointers to structs have one at the top alone.
func TestFormatCall(t *testing.T) {
	type list []list
	deep := list{{{{{{{{}}}}}}}}
	n := 1
	for _, c := range []struct {
		args []any
		want string // "": no text
	}{
		{[]any{1, "a", true, 2.5}, "f(1, a, true, 2.5)"},
		{[]any{nil, error(nil), errors.New("x")}, "f(<nil>, <nil>, x)"},
		{[]any{[]any{1, "a", nil}}, "f([1 a <nil>])"},
		{[]any{orderOfRecord{1, []string{"a"}}, &orderOfRecord{}}, "f({ID:1 Items:[a]}, &{ID:0 Items:[]})"},
		{[]any{map[string]int{"b": 1, "a": 2}}, "f(map[a:2 b:1])"},
		{[]any{(*orderOfRecord)(nil)}, "f(<nil>)"},
		{[]any{&n}, ""},
		{[]any{[]*orderOfRecord{{}}}, ""},
		{[]any{[]any{&orderOfRecord{}}}, ""},
		{[]any{func() {}}, ""},
		{[]any{make(chan int)}, ""},
		{[]any{struct{ p *int }{&n}}, ""},
		{[]any{make([]int, 2*maxTold)}, ""},
		{[]any{deep}, ""},
	} {
		format := "f(" + strings.TrimSuffix(strings.Repeat("%+v, ", len(c.args)), ", ") + ")"
		if text, ok := formatCall(format, c.args); text != c.want || ok != (c.want != "") {
			t.Errorf("%v: %q, %v; want %q", c.args, text, ok, c.want)
		}
	}
}
