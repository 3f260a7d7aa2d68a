package cover

import (
	"strconv"
	"strings"

	"nearmiss/cfg"
	"nearmiss/internal/keep"
	"nearmiss/internal/report"
)

// labels knows the keys of the branches, comparisons and places of panics that rows claim.
type labels struct {
	key   map[string]string // by claim
	claim map[string]string // by key, also of earlier versions
}

// newLabels makes the keys: of the function, the text of the condition or the site, and its number among equal ones
// in the function. So a key changes only with the code that it means.
func newLabels(u *unit) *labels {
	l := &labels{key: map[string]string{}, claim: map[string]string{}}
	equal := map[string]int{}
	number := func(fn *cfg.Func, text string) string {
		text = fn.Name + "\n" + text
		equal[text]++
		return text + "\n" + strconv.Itoa(equal[text])
	}
	for _, c := range u.graph.Conds {
		text := number(c.Func, c.Text(u.graph.Fset))
		place, _, _ := strings.Cut(u.graph.BranchName(c.Branch(true)), "/")
		for _, which := range []string{"/T", "/F", "/="} {
			l.add(place+which, text+which)
		}
	}
	for _, p := range u.sites {
		l.add(u.graph.SiteName(p.site), number(p.site.Func, p.site.Kind.String()+" "+p.site.Text(u.graph.Fset)))
	}
	return l
}

func (l *labels) add(claim, text string) {
	claim = report.PrintableLine(claim) // as comments say it
	key, earlier := keep.Keys(text)
	l.key[claim] = key
	for _, k := range []string{key, earlier} {
		if l.claim[k] == "" {
			l.claim[k] = claim
		}
	}
}
