package harness

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
)

// Sentinels lists the errors with a name that a test may compare by errors.Is: the package variables of type
// error that are declared with a value, in the order of their initialization, then the exported ones of the
// packages that the package imports.
func Sentinels(pkg *load.Package) (list []*types.Var) {
	for _, x := range pkg.Info.InitOrder {
		for _, v := range x.Lhs {
			if v.Name() != "_" && syntax.IsError(v.Type()) {
				list = append(list, v)
			}
		}
	}
	known := symbols(pkg)
	for _, path := range slices.Sorted(maps.Keys(pkg.Imports)) {
		if q := pkg.Imports[path]; q.Types != nil {
			for _, name := range q.Types.Scope().Names() {
				if v, ok := q.Types.Scope().Lookup(name).(*types.Var); ok && v.Exported() && syntax.IsError(v.Type()) && !known.Lack(v) {
					list = append(list, v)
				}
			}
		}
	}
	return list
}

// originHelper returns the helper that tells where an error comes from. Texts of errors which the operating
// system or another module has made change without a change of the package.
func (g *generator) originHelper() string {
	var names []string
	for _, v := range Sentinels(g.c.pkg) {
		name := "nil"
		if _, ok := g.c.qualify(v.Pkg().Path()); ok {
			if name = v.Name(); g.qualifier(v.Pkg().Path()) != "" {
				name = g.qualifier(v.Pkg().Path()) + "." + name
			}
		}
		names = append(names, name)
	}
	foreign := ""
	if list := g.foreignErrors(); len(list) > 0 {
		foreign = "\tcase " + strings.Join(list, ", ") + ":\n\t\tforeign = true\n"
	}
	return fmt.Sprintf(originText, foreign, strings.Join(names, ", "))
}

// originText is the text of the helper, without the case of the type switch for foreignErrors and the names of
// the sentinels.
const originText = `// zznmOrigin returns the number of the first sentinel, from 1, that err is or wraps, 0 if there is none.
// foreign reports whether err is, or wraps, an error of another module or of the operating system: a
// syscall.Errno, which its methods tell from other errors.
func zznmOrigin(err error, depth int) (is uint64, foreign bool) {
	defer func() {
		recover() // from a comparison or a method
	}()
	if err == nil || depth == 16 {
		return
	}
	for i, s := range zznmSentinels() {
		if err == s {
			is = uint64(i) + 1
			break
		}
	}
	switch err.(type) {
%s	case interface {
		Is(error) bool
		Temporary() bool
		Timeout() bool
	}:
		foreign = true
	}
	var inner []error
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		inner = []error{e.Unwrap()}
	case interface{ Unwrap() []error }:
		inner = e.Unwrap()
	}
	for _, e := range inner {
		n, f := zznmOrigin(e, depth+1)
		if is == 0 {
			is = n
		}
		foreign = foreign || f
	}
	return
}

func zznmSentinels() []error { return []error{%s} }`

// foreignErrors lists the exported types of directly imported packages of other modules that are
// errors.
func (g *generator) foreignErrors() (list []string) {
	for _, path := range slices.Sorted(maps.Keys(g.c.pkg.Imports)) {
		q := g.c.pkg.Imports[path]
		if q.Std || q.Types == nil || q.Module == nil || g.c.pkg.Module == nil || q.Module.Path == g.c.pkg.Module.Path {
			continue
		}
		if _, ok := g.c.qualify(q.Types.Path()); !ok {
			continue
		}
		for _, name := range q.Types.Scope().Names() {
			obj, ok := q.Types.Scope().Lookup(name).(*types.TypeName)
			if ok && obj.Exported() && !obj.IsAlias() {
				list = append(list, g.asError(obj)...)
			}
		}
	}
	return list
}

// asError returns the type, or the pointer to it, that is an error.
func (g *generator) asError(obj *types.TypeName) []string {
	named, ok := obj.Type().(*types.Named)
	if !ok || types.IsInterface(named) || named.TypeParams().Len() > 0 {
		return nil
	}
	failure := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	star := ""
	if !types.Implements(named, failure) {
		if star = "*"; !types.Implements(types.NewPointer(named), failure) {
			return nil
		}
	}
	return []string{star + g.qualifier(obj.Pkg().Path()) + "." + obj.Name()}
}
