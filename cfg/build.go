package cfg

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Package holds the functions of one package, their conditions and graphs.
type Package struct {
	Source
	Funcs []*Func // by file name, then position; without functions named _, which cannot be called
	Conds []*Cond // Conds[i].ID == i

	byName map[string]int // ID of a condition by file:line:col
}

// Build builds the graphs of all functions of a package that have a body.
func Build(src Source) *Package {
	p := &Package{Source: src, byName: map[string]int{}}
	e := &enumerator{
		info:      src.Info,
		conds:     map[ast.Node]*Cond{},
		owner:     map[ast.Node]ast.Stmt{},
		enclosing: map[ast.Node]ast.Stmt{},
	}
	for _, d := range src.FuncDecls() {
		if d.Body == nil || d.Name.Name == "_" {
			continue
		}
		obj, _ := src.Info.Defs[d.Name].(*types.Func)
		fn := &Func{Name: FuncName(d), Decl: d, Obj: obj}
		e.enumerate(fn)
		p.Funcs = append(p.Funcs, fn)
	}
	p.number()
	never := findNoReturn(src.Info, p.Funcs)
	for _, fn := range p.Funcs {
		fn.Graphs = graphs(fn, e, never)
	}
	return p
}

// number sorts functions and conditions and gives the conditions their IDs.
func (p *Package) number() {
	slices.SortStableFunc(p.Funcs, func(a, b *Func) int { return ComparePos(p.Fset, a.Decl.Pos(), b.Decl.Pos()) })
	for _, fn := range p.Funcs {
		slices.SortStableFunc(fn.Conds, func(a, b *Cond) int { return int(a.Pos - b.Pos) })
		for _, c := range fn.Conds {
			c.ID = len(p.Conds)
			p.byName[p.placeName(c.Pos)] = c.ID
			p.Conds = append(p.Conds, c)
		}
	}
}

// position returns the position in the file itself, without regard to line directives.
func (p *Package) position(pos token.Pos) token.Position { return p.Fset.PositionFor(pos, false) }

func (p *Package) placeName(pos token.Pos) string {
	at := p.position(pos)
	return fmt.Sprintf("%s:%d:%d", filepath.Base(at.Filename), at.Line, at.Column)
}

// Branch returns the number of one outcome of c.
func (c *Cond) Branch(outcome bool) uint32 {
	if outcome {
		return 2*uint32(c.ID) + 1
	}
	return 2 * uint32(c.ID)
}

// BranchName returns the name of a branch, file.go:9:5/T.
func (p *Package) BranchName(branch uint32) string {
	name := p.placeName(p.Conds[branch/2].Pos)
	if branch%2 == 1 {
		return name + "/T"
	}
	return name + "/F"
}

// ParseBranch returns the branch with the given name. The file name may include directories.
func (p *Package) ParseBranch(name string) (uint32, error) {
	place, ok := strings.CutSuffix(name, "/T")
	outcome := uint32(1)
	if !ok {
		place, ok = strings.CutSuffix(name, "/F")
		outcome = 0
	}
	file, line, col, whole := splitPlace(place)
	if !ok || !whole {
		return 0, fmt.Errorf("branch %q is not of the form file.go:line:col/T or file.go:line:col/F", name)
	}
	if id, ok := p.byName[fmt.Sprintf("%s:%d:%d", file, line, col)]; ok {
		return 2*uint32(id) + outcome, nil
	}
	if near := p.sameLine(file, line); len(near) > 0 {
		return 0, fmt.Errorf("no condition at %s; on that line there are %s", place, strings.Join(near, ", "))
	}
	return 0, fmt.Errorf("no condition at %s", place)
}

func splitPlace(s string) (file string, line, col int, ok bool) {
	parts := strings.Split(s, ":")
	if len(parts) < 3 {
		return "", 0, 0, false
	}
	n := len(parts)
	line, err1 := strconv.Atoi(parts[n-2])
	col, err2 := strconv.Atoi(parts[n-1])
	return filepath.Base(strings.Join(parts[:n-2], ":")), line, col, err1 == nil && err2 == nil
}

func (p *Package) sameLine(file string, line int) []string {
	var out []string
	for _, c := range p.Conds {
		at := p.position(c.Pos)
		if at.Line == line && filepath.Base(at.Filename) == file {
			out = append(out, p.placeName(c.Pos))
		}
	}
	return out
}

// Cond returns the condition of a branch.
func (p *Package) Cond(branch uint32) *Cond { return p.Conds[branch/2] }

// Edge returns the edge that a branch takes, nil if the branch is infeasible
// because its condition is constant or never reached.
func (p *Package) Edge(branch uint32) *Edge {
	c := p.Conds[branch/2]
	if c.Block == nil {
		return nil
	}
	if branch%2 == 1 {
		return c.Block.Succs[0]
	}
	return c.Block.Succs[1]
}

// Infeasible reports whether the source alone proves that a branch is infeasible, and returns the
// reason. The branch that a constant condition always takes is feasible if its code is reached.
func (p *Package) Infeasible(branch uint32) (reason string, ok bool) {
	c, outcome := p.Conds[branch/2], branch%2 == 1
	switch {
	case c.Const != nil && *c.Const != outcome:
		return "the condition is constant", true
	case c.Block == nil && !c.reached:
		return "the code is never reached", true
	case c.Kind == SelectCase && !outcome && isLastComm(c):
		return "the select has no other clause left", true
	}
	return "", false
}

// isLastComm reports whether c is the last clause of a select without a default. If no earlier
// clause proceeds, this clause proceeds or the select blocks.
func isLastComm(c *Cond) bool {
	list := c.Stmt.(*ast.SelectStmt).Body.List
	for i, clause := range list {
		if clause.(*ast.CommClause).Comm == nil || i > c.Index {
			return false
		}
	}
	return true
}

// Func returns the function with the given name, nil if there is none.
func (p *Package) Func(name string) *Func {
	for _, fn := range p.Funcs {
		if fn.Name == name {
			return fn
		}
	}
	return nil
}

// graphs builds the graphs of one function.
func graphs(fn *Func, e *enumerator, never map[*types.Func]bool) []*Graph {
	m := &graphMaker{enum: e, mayReturn: mayReturn(e.info, never), fn: fn}
	m.make(&Graph{}, fn.Decl.Body)
	return m.out
}
