package input

import (
	"path"
	"strings"
)

// choice writes how a value is made, then the calls on it: "NewStack(3)" or
// "NewStack(3) then .Push(1), .Pop()". With calls, or where a declaration is
// needed, that is for a reader and no expression of Go.
func (w *printing) choice(t *Type, c context) {
	a := t.alt(w.next())
	if a.Decl != "" {
		w.told = true
	}
	if a.Make == "nil" {
		w.null(t, c)
		return
	}
	if a.Bare && c == typed {
		w.typeName(t)
		w.WriteString("(" + w.filled(a, "") + ")")
	} else {
		w.WriteString(w.filled(a, ""))
	}
	if a.Steps == nil {
		return
	}
	for i := range max(w.next(), 1) - 1 {
		if w.told = true; i == 0 {
			w.WriteString(" then ")
		} else {
			w.WriteString(", ")
		}
		call := w.filled(a.Steps.Elem.alt(w.next()), "")
		for _, assign := range []string{" = ", "* = "} { // a call whose result takes the value's place
			call = strings.TrimPrefix(call, assign)
		}
		w.WriteString(call)
	}
}

// filled is the template of an alternative with its fields.
func (w *printing) filled(a *Alt, recv string) string {
	f := Fill{Recv: recv, Type: a.Label, Package: w.packageName}
	if f.Type == "" {
		f.Type = "stub"
	}
	c := assigned
	if a.Make == "$1" { // nothing else says the type
		c = typed
	}
	for i := range a.Fields {
		sub := printing{p: w.p, vec: w.vec, pos: w.pos}
		sub.value(a.Fields[i].Type, c)
		f.Args = append(f.Args, sub.String())
		w.pos, w.failed, w.told = sub.pos, w.failed || sub.failed, w.told || sub.told
	}
	if a.Make == "" { // only its maker knows
		w.told = true
		return a.Name + "(" + strings.Join(f.Args, ", ") + ")"
	}
	return Expand(a.Make, f)
}

// composed reports whether the value at the position needs parentheses before
// a selector.
func (w *printing) composed(t *Type) bool {
	a := t.alt(wordAt(w.vec, w.pos))
	at := a.stepsAt(w.vec, w.pos+1)
	return strings.HasPrefix(a.Make, "&") || a.Make == "$1" && a.Fields[0].Type.Kind == Pointer || a.Steps != nil && wordAt(w.vec, at) > 1
}

// packageName is the name of a package in templates.
func (w *printing) packageName(importPath string) string {
	if importPath == w.p.Own {
		return ""
	}
	name := path.Base(importPath)
	w.imported(Import{name, importPath})
	return name
}

// made reports whether zeros stand for another value of t than Go's zero
// value, as they may where there is a Choice.
func (t *Type) made() bool {
	if t.Kind == Choice {
		return t.Alts[0].Make != "nil"
	}
	return t.chooses(map[*Type]bool{})
}
