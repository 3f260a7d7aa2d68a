package keep

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// A Check is the result of a run of the old tests: places that do not compile, and tests and rows
// that fail, each with the reason.
type Check struct {
	Broken, Failing map[Place]string
}

// Options bounds the changes of a merge.
type Options struct {
	// Searched reports whether the call has searched the function of a test, by its base name.
	Searched func(test string) bool

	Taken   map[string]bool // names that new declarations must not have
	Path    string          // import path of the package, for the heads of new files
	Forgive bool            // failing rows stay: they may lack rights that they had when they were made
	Prune   bool            // tests that do not compile go
	Accept  bool            // rows that fail get the expectation of the new row with the same call
}

// A Result is a merged set and the fate of the old tests. It counts rows, and tests without a
// table as one row.
type Result struct {
	Set                            *Set
	Kept, Added, Replaced, Removed int
	Failing                        int // kept, but they fail or do not compile
	Remarks                        []Remark
	Broken                         []Place // places of the set that do not compile

	origin map[Place]Place // from the added places of the set to those of the new files
	where  map[Place]Place // from the rows of the new files to those of the set that make their calls
}

// A Remark tells the fate of an old place.
type Remark struct {
	Place Place
	Text  string
}

// Merge returns the old files with additions from fresh. With a zero Check, all old tests count as
// passing.
func Merge(old, fresh *Set, c Check, o Options) (*Result, error) {
	if len(old.files) == 0 {
		return first(fresh, o)
	}
	m := &merger{opt: o, check: c, fates: map[*row]*fate{}, claimed: map[string]bool{},
		result: Result{origin: map[Place]Place{}, where: map[Place]Place{}}, rewritten: map[string]map[string]bool{}}
	if err := m.prune(old); err != nil {
		return nil, err
	}
	if err := m.named(fresh); err != nil {
		return nil, err
	}
	m.judge()
	m.match()
	m.plan()
	if err := m.write(); err != nil {
		return nil, err
	}
	m.count()
	return &m.result, nil
}

// first returns the result of a first run.
func first(fresh *Set, o Options) (r *Result, err error) {
	r = &Result{}
	if r.Set, err = Stamp(fresh, o.Path); err != nil {
		return nil, err
	}
	for _, d := range fresh.decls() {
		if d.isTest() {
			r.Added += rowsIn(d)
		}
	}
	return r, nil
}

// rowsIn counts the rows of a test; a test without a table counts as one.
func rowsIn(d *decl) int {
	if d.table == nil {
		return 1
	}
	return len(d.table.rows)
}

// A merger is the state of one merge.
type merger struct {
	opt        Options
	check      Check
	before     *Set // the old files
	old, fresh *Set // without the pruned places, and with the final names
	result     Result

	fates   map[*row]*fate      // of old rows that do not simply stay
	claimed map[string]bool     // by rows that stay
	added   map[*decl][]*row    // new rows to add, by new test
	changes map[string]*edits   // by file
	imports map[string][]string // by file, the imports to add, by name and quoted path

	rewritten map[string]map[string]bool // by test with a changed table, the rows that are as written
}

// A fate is what becomes of an old row: it goes, with or without a new row in its place, or stays
// with the expectation and the claims of a new row, or with its claims, because some of its own are lost.
type fate struct {
	gone    bool
	accepts bool
	by      *row
}

// prune removes the places that do not compile, if that is asked for.
func (m *merger) prune(old *Set) (err error) {
	m.before, m.old = old, old
	if m.opt.Prune && len(m.check.Broken) > 0 {
		for _, p := range sorted(m.check.Broken) {
			if len(p.Decl) > 0 && p.Decl[0] != '"' {
				m.remark(p, "does not compile, pruned: "+m.check.Broken[p])
				m.result.Removed += m.rowsOf(p)
			}
		}
		broken := m.check.Broken
		m.check.Broken = nil
		m.old, err = old.Without(func(p Place) bool { return broken[p] != "" })
	}
	return err
}

// rowsOf counts the rows of a place, one for a test without a table, none for another declaration.
func (m *merger) rowsOf(p Place) int {
	for _, d := range m.old.decls() {
		switch {
		case d.name != p.Decl || !d.isTest():
		case p.Row != "":
			return 1
		default:
			return rowsIn(d)
		}
	}
	return 0
}

func (m *merger) remark(p Place, text string) {
	m.result.Remarks = append(m.result.Remarks, Remark{p, text})
}

// failing remarks on rows that stay although they fail.
func (m *merger) failing(p Place, rows int, text string) {
	m.result.Failing += rows
	m.remark(p, text)
}

func sorted(places map[Place]string) []Place {
	return slices.SortedFunc(maps.Keys(places), func(a, b Place) int {
		return cmp.Or(strings.Compare(a.Decl, b.Decl), strings.Compare(a.Row, b.Row))
	})
}
