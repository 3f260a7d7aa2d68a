package keep

import (
	"maps"
	"slices"
	"strconv"
)

// A Check is what a run of the old tests has shown: places that do not compile, and tests and rows
// that fail, each with the reason.
type Check struct {
	Broken, Failing map[Place]string
}

// Options says what a merge may change.
type Options struct {
	// Searched reports whether the call has searched the function of a test, by its base name.
	Searched func(test string) bool

	// Stale reports whether a row of this name cannot have these claims in the present code.
	Stale func(row string, claims []string) bool

	Taken   map[string]bool // names that new declarations must not have
	Path    string          // import path of the package, for the heads of new files
	Forgive bool            // failing rows stay: they may lack rights that they had when they were made
	Prune   bool            // tests that do not compile go
}

// A Result is a merged set and what became of the old tests. It counts rows, and tests without a
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

// A Remark says what became of an old place.
type Remark struct {
	Place Place
	Text  string
}

// Merge returns the old files with what is new in fresh. With a zero Check, all old tests count as
// passing.
func Merge(old, fresh *Set, c Check, o Options) (*Result, error) {
	if len(old.files) == 0 {
		return first(fresh, o)
	}
	m := &merger{opt: o, check: c, fates: map[*row]*fate{}, claimed: map[string]bool{}, stale: map[*table]bool{},
		result: Result{origin: map[Place]Place{}, where: map[Place]Place{}}, rewritten: map[string]map[string]bool{}}
	steps := []func() error{
		func() error { return m.prune(old) },
		func() error { return m.named(fresh) },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, err
		}
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
	old, fresh *Set // without what is pruned, and with the final names
	result     Result

	fates   map[*row]*fate      // of old rows that do not simply stay
	stale   map[*table]bool     // old tables with claims that are out of date
	claimed map[string]bool     // by rows that stay
	added   map[*decl][]*row    // new rows to add, by new test
	changes map[string]*edits   // by file
	imports map[string][]string // by file, the imports to add, by name and quoted path

	rewritten map[string]map[string]bool // by test with a changed table, the rows that are as written
}

// A fate is what becomes of an old row: it goes, with or without a new row in its place, or stays
// with the claims of a new row.
type fate struct {
	gone bool
	by   *row
}

// prune removes what does not compile if that is asked for, else it lists it.
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
		if a.Decl != b.Decl {
			return compare(a.Decl, b.Decl)
		}
		return compare(a.Row, b.Row)
	})
}

func compare(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// judge decides which old rows stay, and which claims count.
func (m *merger) judge() {
	for _, d := range m.old.decls() {
		if !d.isTest() {
			continue
		}
		whole := Place{Decl: d.name}
		if why := m.check.Broken[whole]; why != "" {
			m.failing(whole, m.rowsOf(whole), "does not compile, stays; -prune removes it: "+why)
			continue
		}
		if why := m.check.Failing[whole]; why != "" {
			m.failing(whole, 1, "fails, stays: "+why)
		}
		if d.table == nil {
			m.claim(claimsIn(d.comments()))
			continue
		}
		for _, r := range d.table.rows {
			m.judgeRow(r)
		}
		m.stale[d.table] = slices.ContainsFunc(d.table.rows, func(r *row) bool {
			return m.opt.Stale != nil && len(r.claims) > 0 && m.opt.Stale(r.name, r.claims)
		})
	}
}

// judgeRow decides whether an old row goes.
func (m *merger) judgeRow(r *row) {
	p := r.place()
	why, broken := m.check.Failing[p], m.check.Broken[p]
	mine := m.searched(p.Decl) && !r.edited()
	switch {
	case why == "" && broken == "":
	case mine && !m.opt.Forgive:
		m.fates[r] = &fate{gone: true}
	case broken != "":
		m.failing(p, 1, "does not compile, stays; -prune removes it: "+broken)
	case r.edited():
		m.failing(p, 1, "fails, stays, for it was edited: "+why)
	default:
		m.failing(p, 1, "no longer passes, stays: "+why)
	}
}

func (r *row) place() Place { return Place{r.table.fn.Name.Name, r.name} }

func (m *merger) searched(test string) bool {
	return m.opt.Searched == nil || m.opt.Searched(base(test))
}

func (m *merger) claim(claims []string) {
	for _, c := range claims {
		m.claimed[c] = true
	}
}

// comments returns the comments inside a declaration.
func (d *decl) comments() string {
	text := ""
	for _, g := range d.file.ast.Comments {
		if g.Pos() >= d.node.Pos() && g.End() <= d.node.End() {
			text += g.Text() + "\n"
		}
	}
	return text
}

// match finds the old row of each new row, and decides which new rows are added: those that
// nothing old calls, if they cover what no row that stays claims, or if their function has no
// test yet.
func (m *merger) match() {
	m.added = map[*decl][]*row{}
	calls := map[string]*row{}
	tested := map[string]bool{}
	for _, r := range m.oldRows() {
		name := r.place().Decl
		tested[base(name)] = true
		if key := base(name) + "\n" + r.key; calls[key] == nil {
			calls[key] = r
		}
	}
	var open []*decl
	for _, d := range m.fresh.decls() {
		if !d.isTest() {
			continue
		}
		if d.table == nil || !tested[base(d.name)] {
			m.addAll(d)
			continue
		}
		open = append(open, d)
		for _, r := range d.table.rows {
			m.matchRow(calls[base(d.name)+"\n"+r.key], r)
		}
	}
	m.claimKept()
	for _, d := range open {
		for _, r := range d.table.rows {
			key := base(d.name) + "\n" + r.key
			if was := calls[key]; was != nil && m.fates[was] != nil && m.fates[was].gone && m.fates[was].by == r && !was.table.sameShape(r.table) {
				m.added[d] = append(m.added[d], r)
			} else if was == nil && slices.ContainsFunc(r.claims, func(c string) bool { return !m.claimed[c] }) {
				m.added[d] = append(m.added[d], r)
				m.claim(r.claims)
			}
		}
	}
}

// addAll adds a whole new test, unless the old files have a test of the name.
func (m *merger) addAll(d *decl) {
	if d.table == nil {
		if !slices.Contains(m.old.Tests(), d.name) {
			m.added[d] = []*row{}
		}
		return
	}
	m.added[d] = d.table.rows
}

// matchRow records that a new row makes the call of an old row.
func (m *merger) matchRow(was, r *row) {
	if was == nil {
		return
	}
	m.result.where[r.place()] = was.place()
	switch {
	case m.fates[was] != nil && m.fates[was].gone:
		m.fates[was].by = r
	case m.stale[was.table]:
		m.fates[was] = &fate{by: r}
	}
}

// oldRows lists the rows of the old tests that compile.
func (m *merger) oldRows() (list []*row) {
	for _, d := range m.old.decls() {
		if d.table != nil && m.check.Broken[Place{Decl: d.name}] == "" {
			list = append(list, d.table.rows...)
		}
	}
	return list
}

// claimKept collects the claims of the rows that stay. In a table that is out of date, a row has
// the claims of its new row.
func (m *merger) claimKept() {
	for _, r := range m.oldRows() {
		f := m.fates[r]
		switch {
		case f != nil && f.by != nil:
			m.claim(f.by.claims)
		case f == nil && !m.stale[r.table]:
			m.claim(r.claims)
		}
	}
}

// added notes the place of a new row or test in the merged set.
func (r *Result) added(fresh, at Place) {
	r.origin[at] = fresh
	r.where[fresh] = at
}

// New reports whether a place of the set comes from the new files.
func (r *Result) New(p Place) bool {
	_, ok := r.origin[p]
	return ok
}

// Where returns the row of the set that makes the call of a row of the new files, false if there
// is none because the set covers its branches otherwise.
func (r *Result) Where(fresh Place) (Place, bool) {
	if r.where == nil {
		return fresh, true
	}
	p, ok := r.where[fresh]
	return p, ok
}

// Without returns the new files without what became places of the set for which gone is true.
func (r *Result) Without(fresh *Set, gone map[Place]bool) (*Set, error) {
	out := map[Place]bool{}
	for p := range gone {
		if from, ok := r.origin[p]; ok {
			out[from] = true
		} else if p.Row == "" {
			out[p] = true
		}
	}
	return fresh.Without(func(p Place) bool { return out[p] })
}

// count counts rows and remarks what went.
func (m *merger) count() {
	for _, d := range m.old.decls() {
		switch {
		case !d.isTest():
		case d.table == nil:
			m.result.Kept++
		default:
			for _, r := range d.table.rows {
				m.countRow(r)
			}
		}
	}
	for _, rows := range m.added {
		m.result.Added += max(1, len(rows))
	}
	m.result.Added -= m.moved()
	for _, p := range sorted(m.check.Broken) {
		if r := m.rowAt(p); r == nil || m.fates[r] == nil || !m.fates[r].gone {
			m.result.Broken = append(m.result.Broken, p)
		}
	}
}

// moved counts the added rows that replace a row of another table.
func (m *merger) moved() (n int) {
	for r, f := range m.fates {
		if f.gone && f.by != nil && !r.table.sameShape(f.by.table) {
			n++
		}
	}
	return n
}

func (m *merger) rowAt(p Place) *row {
	for _, d := range m.old.decls() {
		if d.name == p.Decl && d.table != nil {
			return d.table.rowNamed(p.Row)
		}
	}
	return nil
}

func (m *merger) countRow(r *row) {
	f := m.fates[r]
	switch {
	case f == nil || !f.gone:
		m.result.Kept++
	case f.by != nil:
		m.result.Replaced++
		m.remark(r.place(), "no longer passes, replaced")
	default:
		m.result.Removed++
		m.remark(r.place(), "no longer passes, removed")
	}
}

// free returns base, or base with a number, so that no declaration has the name.
func free(base string, taken func(string) bool) string {
	name := base
	for n := 2; taken(name); n++ {
		name = base + strconv.Itoa(n)
	}
	return name
}
