package harness

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"nearmiss/input"
)

// If the compiler refuses a generated file, the fault is in this package, for any package under
// test. LeaveOut then removes the smallest part of the file that contains the fault.
//
// The smallest part is a case: one alternative that makes a value, or one dynamic type with
// which an interface is reported. The other alternatives remain. The first alternative of a
// value cannot be left out. A fault there, or outside of all cases, removes the whole
// declaration and every use of it: a case again, or another declaration, up to the functions
// under test. If a declaration that every run needs would be removed, nothing is left out.

// LeftOut is a part of a generated file that is left out of later files.
type LeftOut struct {
	Fn      *Fn    // function that is not called; nil for a case
	Case    string // name of the alternative, or dynamic type of the reported interface
	Of      string // type of the value or interface
	Dynamic bool   // Case is a dynamic type
	Fault   int    // index of the fault that caused it, in the faults given to LeaveOut
}

// LeaveOut finds the parts to leave out of the file that Generate wrote last, for fns, given its
// text and the positions of the compiler's errors. It removes alternatives itself; the caller
// must leave out the functions. An empty list means that nothing can be left out and that
// nothing has changed.
func (c *Coder) LeaveOut(fns []*Fn, text []byte, faults []token.Position) []LeftOut {
	l := &faultRemover{coderTypes: c.coderTypes, fns: fns, fset: token.NewFileSet(), uses: map[string][]token.Pos{}, faultyAlts: map[*input.Type][]int{}}
	file, err := parser.ParseFile(l.fset, FileName, text, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	l.addParts(file)
	at := l.fset.File(file.FileStart)
	for i, p := range faults {
		if p.Line < 1 || p.Line > at.LineCount() {
			return nil
		}
		l.removeAt(at.LineStart(p.Line)+token.Pos(max(p.Column, 1)-1), i)
	}
	if l.faultUnavoidable {
		return nil
	}
	for t, list := range l.faultyAlts {
		t.Alts = withoutAlts(t.Alts, list)
	}
	return l.leftOut
}

// withoutAlts returns a copy of alts that lacks the alternatives with the given indices.
func withoutAlts(alts []input.Alt, numbers []int) (kept []input.Alt) {
	for i := range alts {
		if !slices.Contains(numbers, i) {
			kept = append(kept, alts[i])
		}
	}
	return kept
}

// faultRemover finds the parts to leave out.
type faultRemover struct {
	coderTypes       map[string][]*input.Type
	fns              []*Fn
	fset             *token.FileSet
	parts            []*filePart
	uses             map[string][]token.Pos // name → its uses
	faultyAlts       map[*input.Type][]int  // indices of the alternatives to leave out
	leftOut          []LeftOut
	faultUnavoidable bool // a declaration that every run needs is at fault
}

// filePart is a declaration or an import of the generated file.
type filePart struct {
	from, to token.Pos
	names    []string
	cases    []partCase // a nested case follows the case around it
	removed  bool
}

// partCase is an alternative that can be left out.
type partCase struct {
	from, to token.Pos
	typ      *input.Type
	number   int
	text     string // text of the type of the value
}

// addParts finds the parts of a file and the uses of each name.
func (l *faultRemover) addParts(file *ast.File) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			p := l.part(d, d.Name.Name)
			if d.Recv != nil {
				p.names = nil
				for n := range ast.Preorder(d.Recv.List[0].Type) {
					if id, ok := n.(*ast.Ident); ok {
						p.names = append(p.names, id.Name)
					}
				}
			}
			for _, t := range l.coderTypes[d.Name.Name] {
				p.cases = append(p.cases, casesOf(d.Body.List, t)...)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.ImportSpec:
					l.part(s, s.Name.Name)
				case *ast.TypeSpec:
					l.part(s, s.Name.Name)
				case *ast.ValueSpec:
					p := l.part(s)
					for _, id := range s.Names {
						p.names = append(p.names, id.Name)
					}
				}
			}
		}
	}
	for n := range ast.Preorder(file) {
		if id, ok := n.(*ast.Ident); ok {
			l.uses[id.Name] = append(l.uses[id.Name], id.Pos())
		}
	}
}

func (l *faultRemover) part(n ast.Node, names ...string) *filePart {
	p := &filePart{from: n.Pos(), to: n.End(), names: names}
	l.parts = append(l.parts, p)
	return p
}

// casesOf finds the cases in the body of a decoder or encoder.
func casesOf(body []ast.Stmt, t *input.Type) (list []partCase) {
	if t.Kind != input.Choice && t.Kind != input.Dynamic {
		return nil
	}
	for _, stmt := range body {
		switch s := stmt.(type) {
		case *ast.SwitchStmt: // written by generator.caseSwitch
			for i, clause := range s.Body.List[:min(len(s.Body.List), len(t.Alts))] {
				if i > 0 {
					list = append(list, partCase{clause.Pos(), clause.End(), t, i, t.Go})
				}
				list = append(list, stepsOf(clause.(*ast.CaseClause).Body, &t.Alts[i], t.Go)...)
			}
		case *ast.TypeSwitchStmt: // written by generator.dynamic; the first clause is nil
			for i, clause := range s.Body.List[1:min(len(s.Body.List), len(t.Alts)+1)] {
				list = append(list, partCase{clause.Pos(), clause.End(), t, i, t.Go})
			}
		}
	}
	if t.Kind == input.Choice && len(t.Alts) == 1 {
		list = stepsOf(body, &t.Alts[0], t.Go)
	}
	return list
}

// stepsOf finds the cases of the steps that may follow an alternative.
func stepsOf(body []ast.Stmt, a *input.Alt, text string) (list []partCase) {
	if a.Steps == nil {
		return nil
	}
	for _, stmt := range body {
		loop, ok := stmt.(*ast.ForStmt)
		if !ok {
			continue
		}
		if s, ok := loop.Body.List[0].(*ast.SwitchStmt); ok {
			for i, clause := range s.Body.List {
				if i > 0 {
					list = append(list, partCase{clause.Pos(), clause.End(), a.Steps.Elem, i, text})
				}
			}
		}
	}
	return list
}

// removeAt leaves out the part at a position, and the parts that use it.
func (l *faultRemover) removeAt(at token.Pos, fault int) {
	i := slices.IndexFunc(l.parts, func(p *filePart) bool { return p.from <= at && at < p.to })
	if i < 0 {
		l.faultUnavoidable = true
		return
	}
	p := l.parts[i]
	for _, c := range slices.Backward(p.cases) {
		if at < c.from || c.to <= at {
			continue
		}
		for _, d := range p.cases { // those of other types that the coder serves
			if d.from == c.from {
				l.removeCase(d, fault)
			}
		}
		return
	}
	if p.removed {
		return
	}
	p.removed = true
	for _, name := range p.names {
		if l.removeRun(name, fault) {
			continue
		}
		if isNeeded(name) {
			l.faultUnavoidable = true
		}
		for _, use := range l.uses[name] {
			if !l.faultUnavoidable {
				l.removeAt(use, fault)
			}
		}
	}
}

// removeCase leaves out a case.
func (l *faultRemover) removeCase(c partCase, fault int) {
	if slices.Contains(l.faultyAlts[c.typ], c.number) {
		return
	}
	l.faultyAlts[c.typ] = append(l.faultyAlts[c.typ], c.number)
	left := LeftOut{Case: c.typ.Alts[c.number].Name, Of: c.text, Dynamic: c.typ.Kind == input.Dynamic, Fault: fault}
	if !slices.Contains(l.leftOut, left) {
		l.leftOut = append(l.leftOut, left)
	}
}

// removeRun leaves out the function under test whose entry has this name. It reports false if there
// is none.
func (l *faultRemover) removeRun(name string, fault int) bool {
	number, ok := strings.CutPrefix(name, "zznmRun")
	if !ok {
		return false
	}
	if i, err := strconv.Atoi(number); err == nil && i < len(l.fns) {
		l.leftOut = append(l.leftOut, LeftOut{Fn: l.fns[i], Fault: fault})
	}
	return true
}

// isNeeded reports whether every worker needs the declaration with this name.
func isNeeded(name string) bool {
	return strings.HasPrefix(name, "ZzNearmiss") || name == "main" || name == "zznmprobe" || name == "zznmworker"
}
