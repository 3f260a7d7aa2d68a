package cover

import (
	"maps"
	"slices"

	"nearmiss/internal/report"
)

// A memory is all of a package that checking its tests changes.
type memory struct {
	u        *unit
	cases    []*testCase
	values   []testCase // of the cases
	notes    []report.Note
	late     int
	harm     map[uint32]string
	files    []string
	withheld []withheld
	finds    []outcome   // by goal
	shown    []*testCase // by site
}

// withheld is what was withheld of a function.
type withheld struct {
	n   int
	how string
}

// outcome is what became of a goal.
type outcome struct {
	found *find
	lost  string
}

// remember notes the state of a package, as often as wanted.
func (u *unit) remember() *memory {
	m := &memory{u: u, cases: slices.Clone(u.cases), notes: slices.Clone(u.notes), late: u.late, harm: maps.Clone(u.harm), files: u.files}
	for _, c := range u.cases {
		m.values = append(m.values, *c)
	}
	for _, f := range u.funcs {
		m.withheld = append(m.withheld, withheld{f.withheld, f.withheldHow})
	}
	for _, g := range u.goals {
		m.finds = append(m.finds, outcome{g.found, g.lost})
	}
	for _, p := range u.sites {
		m.shown = append(m.shown, p.shown)
	}
	return m
}

// restore puts the state back.
func (m *memory) restore() {
	u := m.u
	u.cases, u.notes, u.late, u.harm, u.files = slices.Clone(m.cases), slices.Clone(m.notes), m.late, maps.Clone(m.harm), m.files
	for i, c := range u.cases {
		*c = m.values[i]
	}
	for i, f := range u.funcs {
		f.withheld, f.withheldHow = m.withheld[i].n, m.withheld[i].how
	}
	for i, g := range u.goals {
		g.found, g.lost = m.finds[i].found, m.finds[i].lost
	}
	for i, p := range u.sites {
		p.shown = m.shown[i]
	}
}
