package testgen

import (
	"cmp"
	"errors"
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/oracle"
	"nearmiss/internal/syntax"
)

// The form of a value (oracle.Form) is printed three times: as the type of a field of the table,
// as the expression that the test compares, and as the wanted value. Structs, texts and
// interfaces get functions, which the tests of a file share:
//
//	type recView struct {
//		N  int
//		At string
//	}
//
//	func viewRec(x *Rec) recView {
//		return recView{N: x.N, At: timeText(&x.At)}
//	}

// A viewDecl is a function that returns the form of a value, and the type of the form if it is
// declared beside it.
type viewDecl struct{ fn, typ string }

// formKey identifies a form: forms with the same key share their functions.
func formKey(f *oracle.Form, around map[*oracle.Form]bool) string {
	key := fmt.Sprint(f.Kind, " ", types.TypeString(f.GoType, nil))
	if around[f] {
		return key
	}
	around[f] = true
	defer delete(around, f)
	for _, field := range f.Fields {
		key += " " + field.Name + "{" + formKey(field.Form, around) + "}"
	}
	for _, i := range slices.Sorted(maps.Keys(f.Held)) {
		key += " " + f.Type.Alts[i].Name
		if f.Held[i] != nil {
			key += "{" + formKey(f.Held[i], around) + "}"
		}
	}
	if f.Elem != nil {
		key += " {" + formKey(f.Elem, around) + "}"
	}
	return key
}

// formError returns the reason why a form cannot be printed: a type in it has no name here, or a declaration that it
// needs did not compile. The declarations of other forms stay as they are.
func (f *file) formError(fm *oracle.Form, around map[*oracle.Form]bool) error {
	if fm == nil || around[fm] {
		return nil
	}
	around[fm] = true
	typ, key := "", ""
	err := f.try(func() {
		typ = f.typeName(fm.GoType)
		switch fm.Kind {
		case oracle.View:
			key = f.viewKey(fm)
		case oracle.Held:
			key = "held " + typ
			for i := range fm.Held {
				f.typeName(heldType(fm, i))
			}
		case oracle.Text:
			_, gt := sealed(fm)
			key = "text " + f.typeName(gt)
		case oracle.Table:
			f.typeName(syntax.Underlying(fm.GoType).(*types.Map).Key())
		}
	})
	if why := f.brokenDecls[key]; why != "" {
		err = cmp.Or(err, errors.New(why))
	}
	inner := append(slices.Collect(maps.Values(fm.Held)), fm.Elem)
	for _, field := range fm.Fields {
		inner = append(inner, field.Form)
	}
	for _, form := range inner {
		err = cmp.Or(err, f.formError(form, around))
	}
	return err
}

// formType returns the type of a form.
func (f *file) formType(fm *oracle.Form) string {
	switch fm.Kind {
	case oracle.Text, oracle.ErrorMsg, oracle.Printed:
		return "string"
	case oracle.NotNil:
		return "bool"
	case oracle.Length:
		return "int"
	case oracle.Held:
		return "any"
	case oracle.View:
		return f.view(fm).typ
	case oracle.Whole:
		return f.typeName(fm.GoType)
	}
	elem := f.formType(fm.Elem)
	switch fm.Kind {
	case oracle.Table:
		return "map[" + f.typeName(syntax.Underlying(fm.GoType).(*types.Map).Key()) + "]" + elem
	case oracle.Target:
		return "*" + elem
	}
	return "[]" + elem
}

// formExpr returns the form of x, an expression whose address can be taken.
func (f *file) formExpr(fm *oracle.Form, x string) string {
	switch fm.Kind {
	case oracle.Text:
		if fm.Type.Kind != input.Pointer {
			return f.methodCall(fm, x)
		}
		return f.textFunc(fm) + "(" + x + ")"
	case oracle.ErrorMsg:
		return f.helper(errorText) + "(" + x + ")"
	case oracle.Printed:
		typ := "float64"
		if fm.Type.Kind == input.Complex {
			typ = "complex128"
		}
		return f.stdImport("fmt") + ".Sprint(" + typ + "(" + x + "))"
	case oracle.NotNil:
		return x + " != nil"
	case oracle.Length:
		return "len(" + x + ")"
	case oracle.View:
		return f.view(fm).fn + "(" + address(x) + ")"
	case oracle.Held:
		return f.heldView(fm).fn + "(" + x + ")"
	case oracle.Whole:
		return x
	}
	elem := f.formFunc(fm.Elem)
	h := map[oracle.FormKind]helper{oracle.List: viewElems, oracle.Table: viewValues, oracle.Target: viewTarget}[fm.Kind]
	if fm.Type.Kind == input.Array {
		if strings.HasPrefix(x, "*") {
			x = "(" + x + ")"
		}
		x += "[:]"
	}
	return f.helper(h) + "(" + x + ", " + elem + ")"
}

func address(x string) string {
	if target, ok := strings.CutPrefix(x, "*"); ok {
		return target
	}
	return "&" + x
}

// formFunc returns a function from a pointer to a value to the form of the value.
func (f *file) formFunc(fm *oracle.Form) string {
	switch {
	case fm.Kind == oracle.View:
		return f.view(fm).fn
	case fm.Kind == oracle.Text && fm.Type.Kind != input.Pointer:
		return f.textFunc(fm)
	}
	return fmt.Sprintf("func(x *%s) %s { return %s }", f.typeName(fm.GoType), f.formType(fm), f.formExpr(fm, "*x"))
}

// sealed returns the struct without visible fields that a text form describes.
func sealed(fm *oracle.Form) (*input.Type, types.Type) {
	if fm.Type.Kind == input.Pointer {
		return fm.Type.Elem, syntax.ElemOf(fm.GoType)
	}
	return fm.Type, fm.GoType
}

// textMethod returns the method of a text form, with the calls before it: "UTC().String".
func textMethod(fm *oracle.Form) string {
	t, _ := sealed(fm)
	return t.Text
}

// methodCall prints the call of the text method on x.
func (f *file) methodCall(fm *oracle.Form, x string) string {
	of := x
	x = strings.TrimPrefix(x, "*")
	switch method := textMethod(fm); method {
	case input.Reflected:
		if fm.Type.Kind == input.Pointer {
			of = "*" + of
		}
		return fmt.Sprintf("%s.Sprint(%s.Indirect(%s))", f.stdImport("fmt"), f.stdImport("reflect"), of)
	case input.Response:
		return fmt.Sprintf("%s.Sprintf(\"%%d %%s\", %s.Code, %[2]s.Body)", f.stdImport("fmt"), x)
	case "MarshalText":
		return "string(" + f.helper(mustHelper) + "(" + x + ".MarshalText()))"
	default:
		return x + "." + method + "()"
	}
}

// textFunc returns the function that returns the text of a struct behind a pointer.
func (f *file) textFunc(fm *oracle.Form) string {
	_, gt := sealed(fm)
	typ := f.typeName(gt)
	key := "text " + typ
	if v, ok := f.views[key]; ok {
		return v.fn
	}
	v := viewDecl{fn: f.scope.claim(variableName(gt) + "Text")}
	f.views[key] = v
	f.decls = append(f.decls, topDecl{key: key, name: v.fn, text: fmt.Sprintf("// %s returns the text of x, <nil> for nil.\nfunc %[1]s(x *%s) string {\nif x == nil {\nreturn \"<nil>\"\n}\nreturn %s\n}", v.fn, typ, f.methodCall(fm, "*x"))})
	return v.fn
}

// viewKey identifies the view of a struct.
func (f *file) viewKey(fm *oracle.Form) string {
	if f.formKeys[fm] == "" {
		f.formKeys[fm] = formKey(fm, map[*oracle.Form]bool{})
	}
	return f.formKeys[fm]
}

// view returns the function that returns the view of a struct. The form has no formError.
func (f *file) view(fm *oracle.Form) viewDecl {
	key := f.viewKey(fm)
	if v, ok := f.views[key]; ok {
		return v
	}
	typ, base := f.typeName(fm.GoType), viewName(fm.GoType)
	v := viewDecl{fn: f.scope.claim("view" + syntax.Capitalize(base)), typ: f.scope.claim(base + "View")}
	f.views[key] = v
	var fields []*column
	var values []string
	for _, field := range fm.Fields {
		fields = append(fields, &column{name: field.Name, typ: f.formType(field.Form)})
		values = append(values, field.Name+": "+f.formExpr(field.Form, "x."+field.Name))
	}
	f.decls = append(f.decls,
		topDecl{key: key, name: v.typ, text: fmt.Sprintf("// %s holds the parts of %s that the tests compare.\ntype %[1]s struct {\n%[3]s}", v.typ, article(typ), fieldLines(fields))},
		topDecl{key: key, name: v.fn, text: fmt.Sprintf("func %s(x *%s) %s {\nreturn %[3]s%s\n}", v.fn, typ, v.typ, compositeText(values))})
	return v
}

// article returns a type with the article that precedes it.
func article(typ string) string {
	if typ != "" && strings.ContainsRune("aeiouAEIOU", rune(typ[0])) {
		return "an " + typ
	}
	return "a " + typ
}

// viewName returns a lower-case name for the views of a type.
func viewName(t types.Type) string {
	if n, _ := syntax.NamedOf(t); n != nil {
		return syntax.Uncapitalize(n.Obj().Name())
	}
	return "value"
}
