package testgen

import (
	"go/types"
	"strings"

	"nearmiss/internal/value"
)

// functionExpr returns the name of the function under test, with its type arguments.
func (p *plan) functionExpr() string {
	args := p.fn.Sig.TypeArgs
	if p.external && !p.fn.Obj.Exported() && args != nil {
		return p.bridge.exportInstance(p.fn.Obj, args)
	}
	return p.object(p.fn.Obj) + p.spell(args, nil)
}

// typeArgs returns the type arguments of a function, or of its receiver, as a reader sees
// them: [int, time.Duration].
func (fn *Func) typeArgs() string {
	brief := func(path string) string {
		if path == fn.Obj.Pkg().Path() {
			return ""
		}
		return baseName(path)
	}
	if fn.Sig.TypeArgs != nil {
		return fn.Sig.TypeArgs.Print(brief, nil)
	}
	if fn.Sig.Recv == nil || fn.Obj.Signature().RecvTypeParams().Len() == 0 || value.GoTypeOf(fn.Sig.Recv.Type) == nil {
		return ""
	}
	text := types.TypeString(value.GoTypeOf(fn.Sig.Recv.Type), func(p *types.Package) string { return brief(p.Path()) })
	if i := strings.IndexByte(text, '['); i >= 0 {
		return text[i:]
	}
	return ""
}

// signature returns the type of the function, or of the chain of calls on its result.
func (fn *Func) signature() *types.Signature {
	if fn.Type != nil {
		return fn.Type
	}
	return fn.Obj.Signature()
}

// displayName returns the name of the function in comments and messages.
func (fn *Func) displayName() string {
	args := fn.typeArgs()
	if args == "" || fn.Sig.Recv == nil {
		return fn.Sig.Name + args
	}
	// (*List).Len of List[int] becomes (*List[int]).Len.
	typ, method, _ := strings.Cut(fn.Sig.Name, ".")
	if inner, ok := strings.CutSuffix(typ, ")"); ok {
		return inner + args + ")." + method
	}
	return typ + args + "." + method
}
