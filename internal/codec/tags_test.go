package codec

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
	if got := c.tags(3); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for _, fn := range fns {
		if fn.Obj.Name() != "Names" {
			continue
		}
		var ways []string
		for _, a := range fn.Sig.Params[0].Type.Alts {
			ways = append(ways, a.Name)
		}
		if all := strings.Join(ways, "; "); !strings.Contains(all, `field:`) {
			t.Errorf("v is made as %s", all)
		}
	}
	if c, _, _ := loadFrom(t, "testdata/called", Options{}); c.tags(3) != nil {
		t.Errorf("a package that reads no tags has %q", c.tags(3))
	}
}
