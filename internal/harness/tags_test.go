package harness

import (
	"slices"
	"strings"
	"testing"
)

// TestTags: structs for an empty interface have the tags that the package reads, and
// none where it reads none.
func TestTags(t *testing.T) {
	c, fns, _ := loadFrom(t, "testdata/tags", Options{})
	want := []string{`json:"a,omitempty" field:"a,omitempty"`, `json:"b,required" field:"b,required"`, `json:"c" field:"c"`}
	if got := c.structTags(3); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := c.structTags(8); !strings.Contains(got[4], "e,required") || !strings.Contains(got[6], "g,omitempty") || strings.Contains(got[5], ",") {
		t.Errorf("structs have %q and %q, another field %q", got[4], got[6], got[5])
	}
	for _, fn := range fns {
		if fn.Obj.Name() == "NewReader" {
			continue
		}
		var ways []string
		for _, a := range fn.Sig.Params[0].Type.Alts {
			ways = append(ways, a.Name+" by "+a.Make.String())
		}
		all := strings.Join(ways, "; ")
		if !strings.Contains(all, `field:`) || fn.Obj.Name() == "Columns" && !strings.Contains(all, "A int `json:\"a,omitempty\" field:\"a,omitempty\"`") {
			t.Errorf("%s: the input is made as %s", fn.Obj.Name(), all)
		}
	}
	if c, _, _ := loadFrom(t, "testdata/called", Options{}); c.structTags(3) != nil {
		t.Errorf("a package that reads no tags has %q", c.structTags(3))
	}
}
