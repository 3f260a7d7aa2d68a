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
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, FileName, text, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	l := &faultRemover{
		coderTypes: c.coderTypes, fns: fns, file: file,
		removed: map[ast.Node]bool{}, faultyAlts: map[*input.Type][]int{},
	}
	at := fset.File(file.FileStart)
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
		slices.Sort(list)
		t.Alts = slices.Clone(t.Alts) // copies of a type share its alternatives
		for _, i := range slices.Backward(list) {
			t.Alts = slices.Delete(t.Alts, i, i+1)
		}
	}
	return l.leftOut
}

// faultRemover finds the parts to leave out.
type faultRemover struct {
	coderTypes       map[string][]*input.Type
	fns              []*Fn
	file             *ast.File
	removed          map[ast.Node]bool     // declarations
	faultyAlts       map[*input.Type][]int // indices of the alternatives to leave out
	leftOut          []LeftOut
	faultUnavoidable bool // a declaration that every run needs is at fault
}

// removeAt leaves out the part at a position, and the parts that use it.
func (l *faultRemover) removeAt(at token.Pos, fault int) {
	d := l.declarationAt(at)
	if d == nil {
		l.faultUnavoidable = true
		return
	}
	found := false
	if f, ok := d.(*ast.FuncDecl); ok {
		for _, t := range l.coderTypes[f.Name.Name] {
			found = l.removeCaseAt(f.Body, t, t.Go, at, fault) || found
		}
	}
	if found || l.removed[d] {
		return
	}
	l.removed[d] = true
	for _, name := range declaredNames(d) {
		if l.removeRun(name, fault) {
			continue
		}
		if isNeeded(name) {
			l.faultUnavoidable = true
		}
		for n := range ast.Preorder(l.file) {
			if id, ok := n.(*ast.Ident); ok && id.Name == name && !l.faultUnavoidable {
				l.removeAt(id.Pos(), fault)
			}
		}
	}
}

func contains(n ast.Node, at token.Pos) bool { return n.Pos() <= at && at < n.End() }

// declarationAt returns the function, type, variable or import of which the text at a position is a
// part, nil if there is none.
func (l *faultRemover) declarationAt(at token.Pos) ast.Node {
	for _, d := range l.file.Decls {
		if gen, ok := d.(*ast.GenDecl); ok {
			for _, s := range gen.Specs {
				if contains(s, at) {
					return s
				}
			}
		} else if contains(d, at) {
			return d
		}
	}
	return nil
}

// declaredNames returns the names that a declaration declares: for a method that of its type.
func declaredNames(d ast.Node) (names []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return []string{d.Name.Name}
		}
		for n := range ast.Preorder(d.Recv.List[0].Type) {
			if id, ok := n.(*ast.Ident); ok {
				names = append(names, id.Name)
			}
		}
	case *ast.ImportSpec:
		return []string{d.Name.Name}
	case *ast.TypeSpec:
		return []string{d.Name.Name}
	case *ast.ValueSpec:
		for _, id := range d.Names {
			names = append(names, id.Name)
		}
	}
	return names
}

// removeCaseAt leaves out the innermost case at a position within the body of a decoder or encoder of
// type t. It reports false if there is none.
func (l *faultRemover) removeCaseAt(within ast.Node, t *input.Type, of string, at token.Pos, fault int) (found bool) {
	ast.Inspect(within, func(n ast.Node) bool {
		var clauses []ast.Stmt
		switch s := n.(type) {
		case *ast.SwitchStmt: // written by generator.caseSwitch
			clauses = s.Body.List
		case *ast.TypeSwitchStmt: // written by generator.dynamic; the first clause is nil
			clauses = s.Body.List[1:]
		default:
			return true
		}
		for i, clause := range clauses[:min(len(clauses), len(t.Alts))] {
			switch steps := t.Alts[i].Steps; {
			case !contains(clause, at):
			case steps != nil && l.removeCaseAt(clause, steps.Elem, of, at, fault):
				found = true
			case i > 0 || t.Kind == input.Dynamic:
				l.removeCase(t, i, LeftOut{Case: t.Alts[i].Name, Of: of, Dynamic: t.Kind == input.Dynamic, Fault: fault})
				found = true
			}
		}
		return false
	})
	return found
}

// removeCase leaves out an alternative.
func (l *faultRemover) removeCase(t *input.Type, number int, left LeftOut) {
	if slices.Contains(l.faultyAlts[t], number) {
		return
	}
	l.faultyAlts[t] = append(l.faultyAlts[t], number)
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
