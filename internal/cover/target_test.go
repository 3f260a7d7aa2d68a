package cover

import (
	"fmt"
	"strings"
	"testing"

	"nearmiss/internal/subject"
)

// TestBare: what has no path expressions because there are too many is said, and how often.
func TestBare(t *testing.T) {
	alone(t)
	var src strings.Builder
	src.WriteString("package closed\n\nfunc Large(list []int) (n int) {\n\tfor _, x := range list {\n")
	for i := range 150 {
		fmt.Fprintf(&src, "\t\tif x > %d {\n\t\t\tn += x\n\t\t} else if x == n+%d {\n\t\t\tcontinue\n\t\t}\n", i, i)
	}
	src.WriteString("\t}\n\treturn n\n}\n")
	s, u := planned(t, Options{Common: subject.Common{Seed: 1}}, src.String())
	if notes := u.noteBare(); notes != nil {
		t.Errorf("before anything is analysed: %v", notes)
	}
	last := u.goals[len(u.goals)-1:]
	s.analyse(t.Context(), last)
	if notes := u.noteBare(); len(notes) != 1 || notes[0].Count != 1 {
		t.Errorf("%v", notes)
	}
	n, nodes := 0, last[0].target.Nodes
	for i := range nodes {
		if nodes[i].Program != nil {
			n++
		}
	}
	if n == 0 || n == len(nodes) {
		t.Errorf("%d of %d conditions have a path distance", n, len(nodes))
	}
}
