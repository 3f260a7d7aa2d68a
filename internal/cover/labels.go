package cover

import (
	"slices"
	"strings"

	"nearmiss/internal/testgen"
)

// labels knows which branches the comments and the names of rows can mean in the present code.
type labels struct {
	places map[string]bool     // file.go:line:col of conditions and sites of panics
	named  map[string][]string // places of the conditions that give a row a name
}

func newLabels(u *unit) *labels {
	l := &labels{places: map[string]bool{}, named: map[string][]string{}}
	for _, g := range u.goals {
		name := u.graph.BranchName(g.branch)
		place, _, _ := strings.Cut(name, "/")
		l.places[place] = true
		for _, text := range testgen.CondNames(testgen.Cover{Branch: name, Cond: u.condText(g.branch), Outcome: g.branch%2 == 1}) {
			l.named[text] = append(l.named[text], place)
		}
	}
	for _, p := range u.sites {
		l.places[u.graph.SiteName(p.site)] = true
	}
	return l
}

// stale reports whether a row with a name and claims was written for other code: it claims a place
// that holds no condition, or its name is that of conditions elsewhere.
func (l *labels) stale(row string, claims []string) bool {
	var places []string
	named := true
	for _, c := range claims {
		place, which, _ := strings.Cut(c, "/")
		if !l.places[place] {
			return true
		}
		places = append(places, place)
		if which == "=" {
			named = false // equal operands have names like those of other conditions
		}
	}
	for _, name := range heads(row) {
		if at := l.named[name]; named && len(at) > 0 {
			return !slices.ContainsFunc(at, func(p string) bool { return slices.Contains(places, p) })
		}
	}
	return false
}

// heads returns a name and its parts up to each comma or parenthesis: the name of a row may go on
// behind its condition.
func heads(name string) []string {
	list := []string{name}
	for i := len(name) - 1; i > 0; i-- {
		if strings.HasPrefix(name[i:], ", ") || strings.HasPrefix(name[i:], " (") {
			list = append(list, name[:i])
		}
	}
	return list
}
