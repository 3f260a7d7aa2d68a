package cover

import (
	"slices"
	"strings"

	"nearmiss/internal/keep"
	"nearmiss/internal/testgen"
)

// labels knows which branches the comments on earlier rows mean in the present code.
type labels struct {
	places map[string]map[spot]bool // by file: conditions and sites of panics
	named  map[string][]string      // places of the conditions that give a row a name
	now    map[string]map[int]int   // by file: the present line of each claimed line
}

func newLabels(u *unit, old *keep.Set) *labels {
	l := &labels{places: map[string]map[spot]bool{}, named: map[string][]string{}, now: map[string]map[int]int{}}
	for _, g := range u.goals {
		name := u.graph.BranchName(g.branch)
		place, _, _ := strings.Cut(name, "/")
		l.add(place)
		for _, text := range testgen.CondNames(testgen.Cover{Branch: name, Cond: u.condText(g.branch), Outcome: g.branch%2 == 1}) {
			l.named[text] = append(l.named[text], place)
		}
	}
	for _, p := range u.sites {
		l.add(u.graph.SiteName(p.site))
	}
	l.find(old)
	return l
}

// add notes a place of the present code.
func (l *labels) add(place string) {
	file, line, col := testgen.ParsePlace(place)
	if l.places[file] == nil {
		l.places[file] = map[spot]bool{}
	}
	l.places[file][spot{line, col}] = true
}

// find finds where the lines are now that earlier rows claim.
func (l *labels) find(old *keep.Set) {
	lines := map[string]map[int][]rowClaim{}
	for _, r := range old.Claims() {
		for _, c := range r.Claims {
			place, which, _ := strings.Cut(c, "/")
			file, line, col := testgen.ParsePlace(place)
			at := rowClaim{col: col}
			if which != "=" { // equal operands have names like those of other conditions
				at.row = r.Row
			}
			if lines[file] == nil {
				lines[file] = map[int][]rowClaim{}
			}
			lines[file][line] = append(lines[file][line], at)
		}
	}
	for file, claims := range lines {
		l.now[file] = l.moved(file, claims)
	}
}

// current returns the claim for the present code, "" if there is no condition.
func (l *labels) current(claim string) string {
	place, which, hasWhich := strings.Cut(claim, "/")
	file, line, col := testgen.ParsePlace(place)
	line = l.now[file][line]
	switch {
	case !l.places[file][spot{line, col}]:
		return ""
	case hasWhich:
		return placeName(file, line, col) + "/" + which
	}
	return placeName(file, line, col)
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
	return slices.Compact(list)
}
