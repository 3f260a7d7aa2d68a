package keep

import (
	"fmt"
	"go/ast"
	"nearmiss/internal/syntax"
	"slices"
	"strconv"
	"strings"
)

// An addition is a piece of new text in a file, with the nodes that it consists of.
type addition struct {
	file  string
	nodes []ast.Node
}

// plan turns the decisions into edits of the old files.
func (m *merger) plan() {
	m.changes, m.imports = map[string]*edits{}, map[string][]string{}
	var added []addition
	for _, f := range m.fresh.files {
		m.skeleton(f)
		var last *decl
		for _, d := range f.decls {
			if !d.isTest() {
				continue
			}
			if rows, ok := m.added[d]; ok {
				added = append(added, m.addTest(d, rows, m.anchor(f, d, last)))
			}
			if at := m.old.test(d.name); at != nil && at.file.name == f.name {
				last = at
			}
		}
	}
	added = append(added, m.applyFates()...)
	m.noteWritten()
	m.declare(added)
}

// skeleton adds to the old files an empty file with the head of a new one, if they lack it.
func (m *merger) skeleton(f *file) {
	if m.old.file(f.name) == nil {
		g, err := parseFile(f.name, f.text[:f.lineEnd(f.offset(f.ast.Name.End()))])
		if err != nil {
			panic("keep: BUG: " + err.Error())
		}
		m.old = &Set{files: append(slices.Clone(m.old.files), g)}
	}
}

func (m *merger) edits(name string) *edits {
	if m.changes[name] == nil {
		m.changes[name] = &edits{}
	}
	return m.changes[name]
}

// test returns the test function of a name, or nil.
func (s *Set) test(name string) *decl {
	for _, d := range s.decls() {
		if d.name == name && d.isTest() {
			return d
		}
	}
	return nil
}

// An anchor is the old test that a new test stands behind or before.
type anchor struct {
	test   *decl // nil in a file without tests
	before bool
}

// anchor returns the place of a new test: behind the old test that precedes it in the new file,
// before the one that follows, or behind the last table.
func (m *merger) anchor(f *file, d *decl, last *decl) anchor {
	if last != nil {
		return anchor{test: last}
	}
	in := func(o *decl) bool { return o != nil && o.file.name == f.name }
	for _, next := range f.decls[slices.Index(f.decls, d)+1:] {
		if o := m.old.test(next.name); next.isTest() && in(o) {
			return anchor{o, true}
		}
	}
	for _, o := range m.old.decls() {
		if in(o) && o.isTest() && (o.table != nil || last == nil) {
			last = o
		}
	}
	return anchor{test: last}
}

// addTest adds rows of a new test to an old table that they fit, or as a test of their own. No rows stand for a test without a table.
func (m *merger) addTest(d *decl, rows []*row, at anchor) addition {
	if len(rows) > 0 {
		for _, o := range m.old.decls() {
			if o.file.name == d.file.name && o.table != nil && base(o.name) == base(d.name) && m.check.Broken[Place{Decl: o.name}] == "" && o.table.takes(rows) {
				return m.join(o.table, rows)
			}
			if o.isTest() && base(o.name) == base(d.name) && o.file.name == d.file.name {
				at = anchor{test: o}
			}
		}
	}
	name := syntax.Free(d.name, func(n string) bool {
		return n != d.name && m.opt.Taken[n] || m.old.test(n) != nil || n != d.name && m.fresh.test(n) != nil
	})
	m.insertTest(d.file.name, d.textWith(name, rows), at)
	m.result.added(Place{Decl: d.name}, Place{Decl: name})
	for _, r := range rows {
		m.result.added(r.place(), Place{name, r.name})
	}
	return addition{d.file.name, []ast.Node{d.node}}
}

// insertTest inserts a test at its place, else at the end.
func (m *merger) insertTest(file, text string, at anchor) {
	e := m.edits(file)
	if at.test == nil {
		e.insert(len(m.old.file(file).text), "\n"+text)
		return
	}
	from, to := at.test.span()
	if at.before {
		e.insert(from, text+"\n")
	} else {
		e.insert(to, "\n"+text)
	}
}

// textWith returns the text of a test under another name, with some rows of its table.
func (d *decl) textWith(name string, rows []*row) string {
	from, to := d.span()
	f := d.file
	e := &edits{}
	if fn := d.node.(*ast.FuncDecl); name != d.name {
		f.renameDoc(e, fn.Doc, d.name, name)
		e.replace(f.offset(fn.Name.Pos()), f.offset(fn.Name.End()), name)
	}
	if d.table != nil && len(rows) < len(d.table.rows) {
		var sums []string
		for _, r := range d.table.rows {
			if slices.Contains(rows, r) {
				sums = append(sums, r.sum())
			} else {
				r.remove(e)
			}
		}
		d.table.restamp(e, sums)
	}
	return string(e.within(f.text, from, to))
}

// restamp replaces the sums of a table.
func (t *table) restamp(e *edits, rows []string) {
	if t.lit == nil { // each subtest has its own sum
		return
	}
	t.file.setSums(e, t.lit, t.stamped(rows))
}

// takes reports whether new rows fit into a table: it has the same fields and loop, its rows are
// on lines of their own, and the closures that the rows call can be declared.
func (t *table) takes(rows []*row) bool {
	if !t.sameShape(rows[0].table) || len(t.rows) == 0 {
		return false
	}
	if _, _, ok := t.rows[len(t.rows)-1].span(); !ok {
		return false
	}
	_, ok := t.missing(rows)
	return ok
}

// missing returns the closures that rows of another table need and t lacks. It returns false if
// one has the name of something else in t.
func (t *table) missing(rows []*row) (list []ast.Stmt, ok bool) {
	u := rows[0].table
	for _, s := range u.before {
		for _, name := range declaredBy(s) {
			if !slices.ContainsFunc(rows, func(r *row) bool { return uses(r.node, name) }) {
				continue
			}
			has := slices.ContainsFunc(t.before, func(o ast.Stmt) bool { return t.file.tokens(o) == u.file.tokens(s) })
			if !has && uses(t.fn, name) {
				return nil, false
			}
			if !has {
				list = append(list, s)
			}
		}
	}
	return list, true
}

// join adds rows to the end of a table.
func (m *merger) join(t *table, rows []*row) addition {
	e := m.edits(t.file.name)
	a := addition{file: t.file.name}
	closures, _ := t.missing(rows)
	for _, s := range closures {
		e.insert(t.begin(), rows[0].table.file.lines(s))
		a.nodes = append(a.nodes, s)
	}
	_, end, _ := t.rows[len(t.rows)-1].span()
	for _, r := range rows {
		e.insert(end, r.textFor(t, nil))
		a.nodes = append(a.nodes, r.node)
		m.written(t, r.nameIn(t, nil))
		m.result.added(r.place(), Place{t.fn.Name.Name, r.nameIn(t, nil)})
	}
	return a
}

func (f *file) lines(n ast.Node) string {
	return string(f.text[f.lineStart(f.offset(n.Pos())):f.lineEnd(f.offset(n.End()))])
}

// textFor returns the text of a row with its comment, with a name that no row of the table t has,
// except instead.
func (r *row) textFor(t *table, instead *row) string {
	from, to, _ := r.span()
	e := &edits{}
	if u := r.nameIn(t, instead); u != r.name {
		e.replace(r.table.file.offset(r.label.Pos()), r.table.file.offset(r.label.End()), strconv.Quote(u))
	}
	return string(e.within(r.table.file.text, from, to))
}

// nameIn returns the name of a row in the table t: its own, or one with a number.
func (r *row) nameIn(t *table, instead *row) string {
	name := r.name
	others := slices.Concat(t.rows, r.table.rows)
	for n := 2; slices.ContainsFunc(others, func(o *row) bool { return o != instead && o != r && o.name == name }); n++ {
		name = fmt.Sprintf("%s (%d)", r.name, n)
	}
	return name
}

// applyFates removes, replaces and relabels old rows.
func (m *merger) applyFates() (added []addition) {
	for _, d := range m.old.decls() {
		if d.table == nil {
			continue
		}
		if m.allGone(d.table) {
			d.file.removeDecl(m.edits(d.file.name), d)
			continue
		}
		for _, r := range d.table.rows {
			e := m.edits(d.file.name)
			switch f := m.fates[r]; {
			case f == nil:
			case f.accepts:
				added = append(added, m.takeWanted(r, f.by))
				r.relabel(e, strings.Join(f.by.claimLines(), ""))
			case !f.gone:
				r.relabel(e, strings.Join(f.by.claimLines(), ""))
			case f.by != nil && d.table.takes([]*row{f.by}):
				added = append(added, m.replaceRow(r, f.by))
			default:
				r.remove(e)
			}
		}
	}
	return added
}

// allGone reports whether every row of a table goes without a row in its place, and none was added.
func (m *merger) allGone(t *table) bool {
	return len(t.rows) > 0 && !slices.ContainsFunc(t.rows, func(r *row) bool {
		f := m.fates[r]
		return f == nil || !f.gone || f.by != nil && t.takes([]*row{f.by})
	}) && m.rewritten[t.fn.Name.Name] == nil
}

// replaceRow puts a new row in the place of an old one.
func (m *merger) replaceRow(was, r *row) addition {
	t := was.table
	a := addition{file: t.file.name, nodes: []ast.Node{r.node}}
	closures, _ := t.missing([]*row{r})
	e := m.edits(t.file.name)
	for _, s := range closures {
		e.insert(t.begin(), r.table.file.lines(s))
		a.nodes = append(a.nodes, s)
	}
	if from, to, ok := was.span(); ok {
		e.replace(from, to, r.textFor(t, was))
	}
	m.written(t, r.nameIn(t, was))
	m.result.added(r.place(), Place{t.fn.Name.Name, r.nameIn(t, was)})
	return a
}

// written notes rows that a table gets.
func (m *merger) written(t *table, row string) {
	if m.rewritten[t.fn.Name.Name] == nil {
		m.rewritten[t.fn.Name.Name] = map[string]bool{}
	}
	m.rewritten[t.fn.Name.Name][row] = true
}

// noteWritten notes for each table that changes which rows are as nearmiss has written them.
func (m *merger) noteWritten() {
	for _, d := range m.old.decls() {
		t := d.table
		if t == nil {
			continue
		}
		changed := m.rewritten[d.name] != nil
		for _, r := range t.rows {
			changed = changed || m.gone(r)
		}
		for _, r := range t.rows {
			if changed && !m.gone(r) && r.asWritten() {
				m.written(t, r.name)
			}
		}
	}
}

// gone reports whether an old row goes.
func (m *merger) gone(r *row) bool { return m.fates[r] != nil && m.fates[r].gone }

// resum writes the sums of the tables of a merged file that have changed.
func (m *merger) resum(f *file) []byte {
	var e edits
	for _, d := range f.decls {
		names := m.rewritten[d.name]
		if d.table == nil || names == nil {
			continue
		}
		var sums []string
		for _, r := range d.table.rows {
			if !names[r.name] {
				sums = append(sums, noSum)
				continue
			}
			sums = append(sums, r.sum())
			r.restamp(&e)
		}
		d.table.restamp(&e, sums)
	}
	return e.apply(f.text)
}
