package load

import (
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
)

// Systems and processors that the name of a file can ask for, as in name_linux_amd64.go.
var (
	systems = strings.Fields(`aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9
		solaris wasip1 windows zos`)
	processors = strings.Fields(`386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32
		mips64p32le ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm`)
)

// Constraint returns the build constraint of the file of the package that holds pos: what its name
// asks for, and its go:build or +build lines. It returns nil if the file is built everywhere.
func (p *Package) Constraint(pos token.Pos) constraint.Expr {
	at := p.Fset.File(pos)
	for _, f := range p.Files {
		if at != nil && p.Fset.File(f.Pos()) == at {
			return and(nameConstraint(at.Name()), lineConstraint(f))
		}
	}
	return nil
}

// FileConstraint returns the build constraint of a file, nil if it cannot be read.
func FileConstraint(path string) constraint.Expr {
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.PackageClauseOnly|parser.ParseComments)
	if err != nil {
		return nil
	}
	return and(nameConstraint(path), lineConstraint(f))
}

// and returns the conjunction of two constraints, of which each may be nil.
func and(x, y constraint.Expr) constraint.Expr {
	switch {
	case x == nil:
		return y
	case y == nil || x.String() == y.String():
		return x
	}
	return &constraint.AndExpr{X: x, Y: y}
}

// nameConstraint returns the constraint in the name of a file.
func nameConstraint(path string) (c constraint.Expr) {
	name := strings.TrimSuffix(filepath.Base(path), ".go")
	parts := strings.Split(name, "_")[1:]
	n := len(parts)
	tag := func(i int, list []string) bool {
		for _, known := range list {
			if i >= 0 && parts[i] == known {
				c = and(&constraint.TagExpr{Tag: known}, c)
				return true
			}
		}
		return false
	}
	if tag(n-1, processors) {
		n--
	}
	tag(n-1, systems)
	return c
}

// lineConstraint returns the constraint in the lines before the package clause. A go:build line
// takes precedence over +build lines.
func lineConstraint(f *ast.File) (c constraint.Expr) {
	for _, group := range f.Comments {
		if group.Pos() >= f.Package {
			break
		}
		for _, line := range group.List {
			expr, err := constraint.Parse(line.Text)
			if err != nil {
				continue
			}
			if constraint.IsGoBuild(line.Text) {
				return expr
			}
			c = and(c, expr)
		}
	}
	return c
}
