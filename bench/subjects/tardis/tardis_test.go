package tardis

import (
	"hash/fnv"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestLate asserts that the types below late are those that the rule of the package comment
// draws, and that the comment names each.
func TestLate(t *testing.T) {
	rank := map[string]uint32{}
	var early, late []string
	for _, dir := range []string{".", "late"} {
		list, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range list {
			if name := d.Name(); d.IsDir() && name != "late" && name != "sample" {
				h := fnv.New32a()
				h.Write([]byte(name))
				rank[name] = h.Sum32()
				if dir == "late" {
					late = append(late, name)
				} else {
					early = append(early, name)
				}
			}
		}
	}
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Concat(early, late) {
		path := name
		if slices.Contains(late, name) {
			path = "late/" + name
		}
		if !strings.Contains(string(doc), "//\t"+path+" ") {
			t.Errorf("the comment does not name %s", path)
		}
	}
	if len(early) != 5 || len(late) != 6 {
		t.Fatalf("%d and %d types", len(early), len(late))
	}
	for _, e := range early {
		for _, l := range late {
			if rank[e] >= rank[l] {
				t.Errorf("%s is late, and %s is not", l, e)
			}
		}
	}
}
