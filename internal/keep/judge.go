package keep

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
	}
}

// judgeRow decides whether an old row goes.
func (m *merger) judgeRow(r *row) {
	p := r.place()
	why, broken := m.check.Failing[p], m.check.Broken[p]
	mine := m.searched(p.Decl) && !m.opt.Forgive
	switch {
	case why == "" && broken == "":
	case broken != "" && mine && !r.edited():
		m.fates[r] = &fate{gone: true}
	case broken != "":
		m.failing(p, 1, "does not compile, stays; -prune removes it: "+broken)
	case mine && m.opt.Accept:
		m.fates[r] = &fate{accepts: true}
	case mine && comparison(why) != nil:
		m.failing(p, 1, changed(why)+"; -accept takes it")
	case mine:
		m.failing(p, 1, "no longer passes, stays; -accept replaces it: "+why)
	default:
		m.failing(p, 1, "no longer passes, stays: "+changed(why))
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
