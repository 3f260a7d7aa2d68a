package keep

import (
	"nearmiss/internal/syntax"
	"slices"
)

// named gives the declarations and imports of the new files names that do not clash with those of
// the old files, and stamps the tables.
func (m *merger) named(fresh *Set) (err error) {
	names := map[string]string{}
	for _, name := range groups(fresh) {
		if m.clashes(fresh, name) {
			names[name] = syntax.Free(name, func(n string) bool { return m.taken(fresh, n) })
			m.result.origin[Place{Decl: names[name]}] = Place{Decl: name}
		}
	}
	out := map[string][]byte{}
	for _, f := range fresh.files {
		r := renaming{decls: map[string]string{}, imports: m.importsOf(fresh, f), outside: map[string]string{}}
		for name, to := range names {
			inPackage := func(d *decl) bool { return d.name == name && d.file.ast.Name.Name == f.ast.Name.Name }
			if slices.ContainsFunc(fresh.decls(), inPackage) {
				r.decls[name] = to
			} else {
				r.outside[name] = to
			}
		}
		text := f.rename(r)
		if out[f.name], err = f.formatted(text); err != nil {
			return err
		}
	}
	if m.fresh, err = Parse(out); err == nil {
		m.fresh, err = Stamp(m.fresh, m.opt.Path)
	}
	return err
}

// groups lists the names of the declarations that are no tests and no imports.
func groups(s *Set) (names []string) {
	for _, d := range s.decls() {
		if _, ok := d.imported(); !ok && !d.isTest() && !slices.Contains(names, d.name) {
			names = append(names, d.name)
		}
	}
	return names
}

// clashes reports whether a name of a new declaration has another meaning in the old files.
func (m *merger) clashes(fresh *Set, name string) bool {
	if text := m.old.group(name); text != "" {
		return text != fresh.group(name)
	}
	for _, f := range m.old.files {
		if f.importedAs(name) != "" {
			return true
		}
	}
	return false
}

// group returns the text of the declarations of a name, "" if there is none.
func (s *Set) group(name string) (text string) {
	var parts []string
	for _, d := range s.decls() {
		if d.name == name {
			parts = append(parts, d.file.tokens(d.whole()))
		}
	}
	slices.Sort(parts)
	for _, p := range slices.Compact(parts) {
		text += p + "\n"
	}
	return text
}

// taken reports whether a new declaration cannot have a name.
func (m *merger) taken(fresh *Set, name string) bool {
	if m.opt.Taken[name] {
		return true
	}
	for _, s := range []*Set{m.old, fresh} {
		for _, f := range s.files {
			if f.importedAs(name) != "" || slices.ContainsFunc(f.decls, func(d *decl) bool { return d.name == name || uses(d.node, name) }) {
				return true
			}
		}
	}
	return false
}

// importedAs returns the quoted path of the import with a local name, "" if there is none.
func (f *file) importedAs(name string) string {
	for _, d := range f.decls {
		if spec, ok := d.imported(); ok {
			names := importNames(spec)
			if names[len(names)-1] == name {
				return d.name
			}
		}
	}
	return ""
}

// importsOf returns the local names that the imports of a new file must have to fit into the old
// file of the same name.
func (m *merger) importsOf(fresh *Set, f *file) map[string]string {
	to := map[string]string{}
	old := m.old.file(f.name)
	if old == nil {
		old = &file{name: f.name}
	}
	for _, d := range f.decls {
		spec, ok := d.imported()
		if !ok {
			continue
		}
		names := importNames(spec)
		name := names[len(names)-1]
		switch was := old.nameOf(d.name); {
		case was == name:
		case was != "":
			to[d.name] = was
		case old.importedAs(name) != "" || m.old.group(name) != "":
			to[d.name] = syntax.Free(name, func(n string) bool { return m.taken(fresh, n) })
		}
	}
	return to
}

// nameOf returns the local name of the import of a quoted path, "" if the file lacks it.
func (f *file) nameOf(quoted string) string {
	for _, d := range f.decls {
		if spec, ok := d.imported(); ok && d.name == quoted {
			names := importNames(spec)
			if name := names[len(names)-1]; name != "_" && name != "." {
				return name
			}
		}
	}
	return ""
}
