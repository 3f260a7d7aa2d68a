package harness

import (
	"maps"
	"testing"
)

func TestEqualCoders(t *testing.T) {
	text := func(name, body string) coderText {
		return coderText{name: name, text: "func " + name + "() { " + body + " }"}
	}
	got := equalCoders([]coderText{
		text("zznmDec0", "zznmDec1(); zznmDec2()"),
		text("zznmDec1", "leaf"),
		text("zznmDec2", "leaf"),
		text("zznmDec3", "zznmDec2(); zznmDec1()"),  // as 0
		text("zznmDec4", "zznmDec4(); zznmDec1()"),  // uses itself first
		text("zznmDec5", "zznmDec1(); zznmDec5()"),  // uses itself last
		text("zznmDec6", "zznmDec7(); zznmDec2()"),  // as 4, in turn with 7
		text("zznmDec7", "zznmDec6(); zznmDec2()"),  // as 4
		text("zznmDec8", "zznmDec11(); zznmDec2()"), // another text at the end of the chain
		text("zznmEnc1", "zznmDec1(); zznmDec10()"),
		text("zznmDec10", "leaf"),
		text("zznmDec11", "another leaf"),
	})
	want := map[string]string{
		"zznmDec0": "zznmDec0", "zznmDec1": "zznmDec1", "zznmDec2": "zznmDec1", "zznmDec3": "zznmDec0",
		"zznmDec4": "zznmDec4", "zznmDec5": "zznmDec5", "zznmDec6": "zznmDec4", "zznmDec7": "zznmDec4",
		"zznmDec8": "zznmDec8", "zznmEnc1": "zznmDec0", "zznmDec10": "zznmDec1", "zznmDec11": "zznmDec11",
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
