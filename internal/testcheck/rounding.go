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
// numbers, which rounds once and not twice. That for amd64 does so with fusing alone, and not for subtractions.
// Tests want what runs without it have given; built with it, they show which assertions hold there alone. The build
// for the race detector is without it. Calls are not inlined here: what is fused across them is not seen.
const fusing = "GOAMD64=v3"

// fuses reports whether the tests of a package are built with fusing: if the package multiplies floating-point
// numbers, the processor can run such code, and the user has not chosen otherwise.
func fuses(pkg *load.Package) bool {
	return runtime.GOARCH == "amd64" && os.Getenv("GOAMD64") == "" && cpu.X86.HasFMA && cpu.X86.HasAVX2 && cpu.X86.HasBMI2 && multipliesFloats(pkg)
}

func multipliesFloats(pkg *load.Package) bool {
	for _, f := range pkg.Files {
		for n := range ast.Preorder(f) {
			var x ast.Expr
			switch n := n.(type) {
			case *ast.BinaryExpr:
				if n.Op == token.MUL && pkg.Info.Types[n].Value == nil {
					x = n
				}
			case *ast.AssignStmt:
				if n.Tok == token.MUL_ASSIGN {
					x = n.Lhs[0]
				}
			}
			if x == nil {
				continue
			}
			if b, ok := pkg.Info.TypeOf(x).Underlying().(*types.Basic); ok && b.Info()&(types.IsFloat|types.IsComplex) != 0 {
				return true
			}
		}
	}
	return false
}
