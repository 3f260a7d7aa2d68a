package effects

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"nearmiss/internal/syntax"
)

// nameOf returns the import path of the package that declares fn, and the name
// of fn in the package: Remove, File.Write. A function literal has the name of
// the enclosing function followed by .func1 and so on, as in a stack trace.
func nameOf(fn *ssa.Function) (path, name string) {
	if obj, ok := fn.Object().(*types.Func); ok && obj.Pkg() != nil {
		obj = obj.Origin()
		if recv := obj.Signature().Recv(); recv != nil {
			_, t := receiver(recv.Type())
			return obj.Pkg().Path(), t + "." + obj.Name()
		}
		return obj.Pkg().Path(), obj.Name()
	}
	if fn.Parent() != nil {
		path, name = nameOf(fn.Parent())
		return path, name + literal(fn)
	}
	if fn.Pkg != nil {
		return fn.Pkg.Pkg.Path(), fn.Name()
	}
	return "", fn.Name()
}

// literal returns the suffix of a function literal's name, such as .func1.
func literal(fn *ssa.Function) string {
	if i := strings.LastIndexByte(fn.Name(), '$'); i >= 0 {
		return ".func" + fn.Name()[i+1:]
	}
	return ".func"
}

// receiver returns the name of a receiver's type without the pointer, and whether it is a pointer.
func receiver(t types.Type) (pointer bool, name string) {
	n, pointer := syntax.NamedOf(t)
	if n == nil {
		return pointer, "interface"
	}
	return pointer, n.Obj().Name()
}

// display returns the name of fn as source of package root writes it: removeAll, os.Remove,
// (*os.File).Write.
func display(fn *ssa.Function, root string) string {
	if obj, ok := fn.Object().(*types.Func); ok && obj.Pkg() != nil {
		prefix := ""
		if obj.Pkg().Path() != root {
			prefix = obj.Pkg().Name() + "."
		}
		if recv := obj.Signature().Recv(); recv != nil {
			pointer, t := receiver(recv.Type())
			if pointer {
				return "(*" + prefix + t + ")." + obj.Name()
			}
			return prefix + t + "." + obj.Name()
		}
		return prefix + obj.Name()
	}
	if fn.Parent() != nil {
		return display(fn.Parent(), root) + literal(fn)
	}
	if fn.Pkg != nil && fn.Pkg.Pkg.Path() != root {
		return fn.Pkg.Pkg.Name() + "." + fn.Name()
	}
	return fn.Name()
}
