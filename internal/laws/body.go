package laws

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"nearmiss/internal/syntax"
)

// A body is the function of a law while it is written.
type body struct {
	*finder
	law    Law
	params []string
	code   strings.Builder
}

// begin begins the function of a law about functions.
func (f *finder) begin(contract bool, about ...*types.Func) *body {
	b := &body{finder: f, law: Law{Contract: contract}}
	for _, fn := range about {
		if name := syntax.FuncName(fn); !slices.Contains(b.law.About, name) {
			b.law.About = append(b.law.About, name)
		}
	}
	return b
}

// end ends the function and adds the law, with its text.
func (b *body) end(format string, args ...any) {
	f := b.finder
	b.law.Text = fmt.Sprintf(format, args...)
	b.law.Entry = fmt.Sprint(Prefix, len(f.laws)+1)
	code := fmt.Sprintf("// %s\nfunc %s(%s) (held bool) {\n%s\treturn true\n}\n", b.law.Text, b.law.Entry, strings.Join(b.params, ", "), &b.code)
	f.code.WriteString("\n" + code)
	b.law.Code = code
	for path := range f.imports {
		b.law.Code = strings.ReplaceAll(b.law.Code, local(path)+".", strings.TrimPrefix(local(path), "nearmiss")+".")
	}
	f.laws = append(f.laws, b.law)
}

// param adds a parameter, which stands for an input of a function, and returns its name. The function may be nil.
func (b *body) param(t string, of *types.Func, input int) string {
	name := fmt.Sprint("p", len(b.params)+1)
	source := Source{}
	if of != nil {
		source = Source{syntax.FuncName(of), input}
		if of.Signature().Recv() != nil {
			source.Input++
		}
	}
	b.params, b.law.Sources = append(b.params, name+" "+t), append(b.law.Sources, source)
	return name
}

// line adds a line.
func (b *body) line(format string, args ...any) { fmt.Fprintf(&b.code, "\t"+format+"\n", args...) }

// unless adds that the law says nothing unless a condition holds.
func (b *body) unless(format string, args ...any) {
	if cond := fmt.Sprintf(format, args...); cond != always {
		b.line("if !(%s) {\n\t\treturn false\n\t}", cond)
	}
}

// always is a condition that holds.
const always = "true"

// breaks adds that the law is broken if a condition holds, with a message: a format, and the expressions for it.
func (b *body) breaks(cond, message string, values ...string) {
	args := ""
	for _, v := range values {
		args += ", " + v
	}
	b.line("if %s {\n\t\tpanic(nearmissfmt.Sprintf(%q%s))\n\t}", cond, message, args)
}

// differ returns the condition that two values of a type are different, as far as a user can see.
func (b *body) differ(t types.Type, x, y string) string {
	n, pointer := syntax.NamedOf(t)
	if n != nil && n.Obj().Pkg() == b.pkg {
		if eq := b.method(n, "Equal"); eq != nil && b.list(eq.Signature().Results()) == "bool" {
			arg := func(v string) string { return given(t, v, n, pointer, eq) }
			if a := arg(y); a != "" {
				return fmt.Sprintf("!%s.Equal(%s) && %s.Equal(%s)", x, a, x, arg(x))
			}
		}
	}
	if basic, ok := t.Underlying().(*types.Basic); ok && basic.Info()&types.IsFloat == 0 {
		return x + " != " + y
	}
	if isText(t) {
		return fmt.Sprintf("string(%s) != string(%s)", x, y)
	}
	return fmt.Sprintf("!nearmissSame(%s, %s)", x, y)
}

// given returns a variable of a type, or of a pointer to it, as the single argument of a function, "" if it cannot be that.
func given(t types.Type, v string, n *types.Named, pointer bool, fn *types.Func) string {
	if fn.Signature().Params().Len() != 1 || fn.Signature().Variadic() {
		return ""
	}
	switch want := fn.Signature().Params().At(0).Type(); {
	case types.Identical(want, t):
		return v
	case !pointer && types.Identical(want, types.NewPointer(n)):
		return "&" + v
	case pointer && types.Identical(want, n):
		return "*" + v
	}
	return ""
}

// isText reports whether a type is a string, or a list of bytes.
func isText(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&types.IsString != 0
	case *types.Slice:
		e, ok := t.Elem().Underlying().(*types.Basic)
		return ok && e.Kind() == types.Uint8
	}
	return false
}

// plain reports whether any value of a type is one that users have, and can be written without an import.
func (f *finder) plain(t types.Type) bool {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != f.pkg {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsBoolean|types.IsInteger|types.IsFloat|types.IsString) != 0 && u.Kind() != types.Uintptr
	case *types.Slice:
		_, basic := u.Elem().Underlying().(*types.Basic)
		return basic && f.plain(u.Elem())
	}
	return false
}

// hasFloats reports whether a type is a float or has some inside: NaN is equal to nothing.
func hasFloats(t types.Type) bool {
	return syntax.AnyPart(t, func(t types.Type) bool {
		b, ok := t.(*types.Basic)
		return ok && b.Info()&types.IsFloat != 0
	})
}

// fallible reports whether a function has one result, or a second one that says whether there is one: "err == nil", "ok".
func fallible(fn *types.Func) (second string, ok bool) {
	r := fn.Signature().Results()
	switch {
	case r.Len() == 1:
		return "", !syntax.IsError(r.At(0).Type())
	case r.Len() != 2:
		return "", false
	case syntax.IsError(r.At(1).Type()):
		return " == nil", true
	case types.Identical(r.At(1).Type(), types.Typ[types.Bool]):
		return " == true", true
	}
	return "", false
}

// call declares variables for the results of a call of a fallible function, and returns the condition that there is a result.
func (b *body) call(v string, fn *types.Func, callee string, args ...string) string {
	second, _ := fallible(fn)
	if second == "" {
		b.line("%s := %s(%s)", v, callee, strings.Join(args, ", "))
		return always
	}
	b.line("%s, %sOK := %s(%s)", v, v, callee, strings.Join(args, ", "))
	return v + "OK" + second
}
