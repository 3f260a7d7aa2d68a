package keep

import "slices"

// match finds the old row of each new row, and decides which new rows are added: those that
// nothing old calls, if they cover branches that no row that stays claims, or if their function has no
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
	m.accept()
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
	case m.fates[was] != nil && (m.fates[was].gone || m.fates[was].accepts):
		m.fates[was].by = r
	case unknownKey.MatchString(was.comment()):
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

// claimKept collects the claims of the rows that stay. A row that has lost some has
// the claims of its new row if there is one.
func (m *merger) claimKept() {
	for _, r := range m.oldRows() {
		f := m.fates[r]
		switch {
		case f != nil && f.by != nil:
			m.claim(f.by.claims)
		case f == nil:
			m.claim(r.claims)
		}
	}
}
