package testcheck

import (
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"runtime"

	"golang.org/x/sys/cpu"

	"nearmiss/internal/load"
)

// Compilers for arm64, ppc64le, riscv64 and s390x fuse a multiplication and an addition of floating-point
// numbers, which rounds once and not twice. That for amd64 does so with Fusing alone, and not for subtractions.
// Tests want what runs without it have given; built with it, they show which assertions hold there alone. The build
// for the race detector is without it. Calls are not inlined here: what is fused across them is not seen.
const Fusing = "GOAMD64=v3"

// Fuses reports whether the tests of a package are built with fusing: if it multiplies and adds floating-point
// numbers, the processor can run such code, and the user has not chosen otherwise.
func Fuses(pkg *load.Package) bool {
	return runtime.GOARCH == "amd64" && os.Getenv("GOAMD64") == "" && cpu.X86.HasFMA && cpu.X86.HasAVX2 && cpu.X86.HasBMI2 && addsProducts(pkg)
}

// addsProducts reports whether a function of the package multiplies floating-point numbers and adds some.
func addsProducts(pkg *load.Package) bool {
	for _, f := range pkg.Files {
		for _, d := range f.Decls {
			if ops := floatOperations(pkg, d); ops[token.MUL] && ops[token.ADD] {
				return true
			}
		}
	}
	return false
}

// floatOperations returns the operations on floating-point numbers in a declaration that are not constant; x += y counts as +.
func floatOperations(pkg *load.Package, d ast.Decl) map[token.Token]bool {
	ops := map[token.Token]bool{}
	for n := range ast.Preorder(d) {
		var x ast.Expr
		var op token.Token
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if pkg.Info.Types[n].Value == nil {
				x, op = n, n.Op
			}
		case *ast.AssignStmt:
			if token.ADD_ASSIGN <= n.Tok && n.Tok <= token.QUO_ASSIGN {
				x, op = n.Lhs[0], n.Tok-token.ADD_ASSIGN+token.ADD
			}
		}
		if x == nil {
			continue
		}
		if b, ok := pkg.Info.TypeOf(x).Underlying().(*types.Basic); ok && b.Info()&(types.IsFloat|types.IsComplex) != 0 {
			ops[op] = true
		}
	}
	return ops
}
