package keep

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

// Without returns the new files without the origins of the places in gone.
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

// count counts rows and remarks on those that went.
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
	case f != nil && f.accepts:
		m.result.Replaced++
		m.remark(r.place(), changed(m.check.Failing[r.place()])+", accepted")
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
