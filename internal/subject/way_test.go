package subject

import (
	"testing"

	"nearmiss/input"
)

// TestWay takes ways away from the best on: what is left is in the order of
// preference.
func TestWay(t *testing.T) {
	choice := &input.Type{Kind: input.Choice, Go: "Interface"}
	way := func(name string, rare bool, fields ...*input.Type) input.Alt {
		a := input.Alt{Name: name, Rare: rare}
		for _, f := range fields {
			a.Fields = append(a.Fields, input.Field{Type: f})
		}
		return a
	}
	wrapper := &input.Type{Kind: input.Struct, Go: "wrapper", Fields: []input.Field{{Name: "of", Type: choice}, {Name: "list", Type: ints}}}
	choice.Alts = []input.Alt{
		way("nil", false), way("last resort", true, ints), way("wrapper", false, wrapper), way("Wrap", false, choice, text),
		way("number", false, intType), way("by a reader", false, reader), way("list", false, intType, ints), way("text", false, text),
	}
	for _, want := range []string{"list", "text", "by a reader", "number", "wrapper", "Wrap", "nil"} {
		i := wayOf(choice)
		if got := choice.Alts[i].Name; got != want {
			t.Fatalf("%s, want %s", got, want)
		}
		if want != "nil" {
			choice.Alts = append(choice.Alts[:i:i], choice.Alts[i+1:]...)
		}
	}
}
