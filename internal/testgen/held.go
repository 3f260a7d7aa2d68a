package testgen

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"nearmiss/internal/oracle"
	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
)

// A heldView is a function that returns the form of an interface. Functions under test that need
// the same form for each dynamic type that they share have one heldView.
type heldView struct {
	fn, typ string
	forms   map[string]string // dynamic type → key of its form; "" for a value as it is
	cases   map[string]string // dynamic type → statement
	decl    int               // index of the declaration
}

// heldView returns the function that returns the form of an interface: with its type, unless the
// dynamic value is compared as it is.
func (f *file) heldView(fm *oracle.Form) *heldView {
	typ := f.typeName(fm.GoType)
	forms := map[string]string{}
	for i, inner := range fm.Held {
		held := f.typeName(heldType(fm, i))
		switch {
		case inner == nil:
			forms[held] = "its type alone"
		case inner.Kind == oracle.Whole:
			forms[held] = ""
		default:
			forms[held] = formKey(inner, map[*oracle.Form]bool{})
		}
	}
	return f.heldViewWith(typ, fm, forms)
}

func (f *file) heldViewWith(typ string, fm *oracle.Form, forms map[string]string) *heldView {
	var v *heldView
	if i := slices.IndexFunc(f.held, func(v *heldView) bool { return v.typ == typ && v.agrees(forms) }); i >= 0 {
		v = f.held[i]
	} else {
		base := viewName(fm.GoType)
		if base == "value" {
			base = "any"
		}
		v = &heldView{fn: f.scope.claim("view" + syntax.Capitalize(base)), typ: typ, forms: map[string]string{}, cases: map[string]string{}, decl: len(f.decls)}
		f.held, f.decls = append(f.held, v), append(f.decls, topDecl{key: "held " + typ, name: v.fn})
	}
	var fresh []int
	for _, i := range slices.Sorted(maps.Keys(fm.Held)) {
		held := f.typeName(heldType(fm, i))
		if _, known := v.forms[held]; !known && forms[held] != "" {
			fresh = append(fresh, i)
		}
	}
	maps.Copy(v.forms, forms)
	for _, i := range fresh {
		f.addHeldCase(v, fm, i)
	}
	f.decls[v.decl].text = v.text()
	return v
}

// agrees reports whether the function returns these forms, as far as it returns any.
func (v *heldView) agrees(forms map[string]string) bool {
	for held, key := range forms {
		if have, ok := v.forms[held]; ok && have != key {
			return false
		}
	}
	return true
}

// addHeldCase adds the case of one dynamic type.
func (f *file) addHeldCase(v *heldView, fm *oracle.Form, i int) {
	held, text := f.typeName(heldType(fm, i)), "nil"
	if inner := fm.Held[i]; inner != nil {
		text = f.formExpr(inner, "x")
	}
	v.cases[held] = fmt.Sprintf("case %s:\nreturn %s{%q, %s}\n", held, f.helper(heldHelper), heldName(fm, i), text)
}

// text returns the declaration. The case of an interface comes after those of types that may
// implement it.
func (v *heldView) text() string {
	list := slices.Sorted(maps.Keys(v.cases))
	if i := slices.Index(list, "error"); i >= 0 {
		list = append(slices.Delete(list, i, i+1), "error")
	}
	x, cases := "", ""
	for _, held := range list {
		if cases += v.cases[held]; !strings.HasSuffix(v.cases[held], ", nil}\n") {
			x = "x := "
		}
	}
	return fmt.Sprintf("// %s returns x as the tests compare it.\nfunc %[1]s(x %s) any {\nswitch %sx.(type) {\n%s}\nreturn x\n}", v.fn, v.typ, x, cases)
}

// heldType returns a dynamic type of an interface.
func heldType(fm *oracle.Form, i int) types.Type {
	return value.GoTypeOf(fm.Type.Alts[i].Fields[0].Type)
}

// heldName returns the dynamic type as package fmt prints it.
func heldName(fm *oracle.Form, i int) string {
	return types.TypeString(heldType(fm, i), (*types.Package).Name)
}

func (l *literals) heldForm(fm *oracle.Form, v *value.Value) string {
	inner, known := fm.Held[int(v.Word)]
	if v.IsNil || !known || inner != nil && inner.Kind == oracle.Whole {
		return l.argument(v)
	}
	parts := []string{strconv.Quote(heldName(fm, int(v.Word))), "nil"}
	if inner != nil {
		parts[1] = l.form(inner, v.DynamicValue(), false)
		if typ := l.formType(inner); parts[1] == "nil" {
			parts[1] = "(" + typ + ")(nil)"
		}
	}
	return l.helper(heldHelper) + compositeText(parts)
}
