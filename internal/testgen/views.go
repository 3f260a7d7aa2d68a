package testgen

import (
	"fmt"
	"go/types"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/oracle"
	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
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

// formType returns the type of a form.
func (f *file) formType(fm *oracle.Form) (string, error) {
	switch fm.Kind {
	case oracle.Text, oracle.ErrorMsg, oracle.Printed:
		return "string", nil
	case oracle.NotNil:
		return "bool", nil
	case oracle.Length:
		return "int", nil
	case oracle.Held:
		return "any", nil
	case oracle.View:
		v, err := f.view(fm)
		return v.typ, err
	case oracle.Whole:
		return f.typeName(fm.GoType)
	}
	elem, err := f.formType(fm.Elem)
	if err != nil {
		return "", err
	}
	switch fm.Kind {
	case oracle.Table:
		key, err := f.typeName(syntax.Underlying(fm.GoType).(*types.Map).Key())
		return "map[" + key + "]" + elem, err
	case oracle.Target:
		return "*" + elem, nil
	}
	return "[]" + elem, nil
}

// formExpr returns the form of x, an expression whose address can be taken.
func (f *file) formExpr(fm *oracle.Form, x string) (string, error) {
	switch fm.Kind {
	case oracle.Text:
		if fm.Type.Kind != input.Pointer {
			return f.methodCall(fm, x), nil
		}
		name, err := f.textFunc(fm)
		return name + "(" + x + ")", err
	case oracle.ErrorMsg:
		return f.helper(errorText) + "(" + x + ")", nil
	case oracle.Printed:
		typ := "float64"
		if fm.Type.Kind == input.Complex {
			typ = "complex128"
		}
		return f.stdImport("fmt") + ".Sprint(" + typ + "(" + x + "))", nil
	case oracle.NotNil:
		return x + " != nil", nil
	case oracle.Length:
		return "len(" + x + ")", nil
	case oracle.View:
		v, err := f.view(fm)
		return v.fn + "(" + address(x) + ")", err
	case oracle.Held:
		v, err := f.heldView(fm)
		return v.fn + "(" + x + ")", err
	case oracle.Whole:
		return x, nil
	}
	elem, err := f.formFunc(fm.Elem)
	if err != nil {
		return "", err
	}
	h := map[oracle.FormKind]helper{oracle.List: viewElems, oracle.Table: viewValues, oracle.Target: viewTarget}[fm.Kind]
	if fm.Type.Kind == input.Array {
		if strings.HasPrefix(x, "*") {
			x = "(" + x + ")"
		}
		x += "[:]"
	}
	return f.helper(h) + "(" + x + ", " + elem + ")", nil
}

func address(x string) string {
	if target, ok := strings.CutPrefix(x, "*"); ok {
		return target
	}
	return "&" + x
}

// formFunc returns a function from a pointer to a value to the form of the value.
func (f *file) formFunc(fm *oracle.Form) (string, error) {
	switch {
	case fm.Kind == oracle.View:
		v, err := f.view(fm)
		return v.fn, err
	case fm.Kind == oracle.Text && fm.Type.Kind != input.Pointer:
		return f.textFunc(fm)
	}
	typ, err := f.typeName(fm.GoType)
	if err != nil {
		return "", err
	}
	form, err := f.formType(fm)
	if err != nil {
		return "", err
	}
	text, err := f.formExpr(fm, "*x")
	return fmt.Sprintf("func(x *%s) %s { return %s }", typ, form, text), err
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
	x = strings.TrimPrefix(x, "*")
	switch method := textMethod(fm); method {
	case input.Response:
		return fmt.Sprintf("%s.Sprintf(\"%%d %%s\", %s.Code, %[2]s.Body)", f.stdImport("fmt"), x)
	case "MarshalText":
		return "string(" + f.helper(mustHelper) + "(" + x + ".MarshalText()))"
	default:
		return x + "." + method + "()"
	}
}

// textFunc returns the function that returns the text of a struct behind a pointer.
func (f *file) textFunc(fm *oracle.Form) (string, error) {
	_, gt := sealed(fm)
	typ, err := f.typeName(gt)
	if err != nil {
		return "", err
	}
	key := "text " + typ
	if v, ok := f.views[key]; ok {
		return v.fn, nil
	}
	v := viewDecl{fn: f.scope.claim(variableName(gt) + "Text")}
	f.views[key] = v
	f.decls = append(f.decls, topDecl{name: v.fn, text: fmt.Sprintf("// %s returns the text of x, <nil> for nil.\nfunc %[1]s(x *%s) string {\nif x == nil {\nreturn \"<nil>\"\n}\nreturn %s\n}", v.fn, typ, f.methodCall(fm, "x"))})
	return v.fn, nil
}

// view returns the function that returns the view of a struct.
func (f *file) view(fm *oracle.Form) (viewDecl, error) {
	key := formKey(fm, map[*oracle.Form]bool{})
	if v, ok := f.views[key]; ok {
		return v, nil
	}
	typ, err := f.typeName(fm.GoType)
	if err != nil {
		return viewDecl{}, err
	}
	base := viewName(fm.GoType)
	v := viewDecl{fn: f.scope.claim("view" + syntax.Capitalize(base)), typ: f.scope.claim(base + "View")}
	f.views[key] = v
	var fields, values strings.Builder
	for _, field := range fm.Fields {
		typ, err := f.formType(field.Form)
		if err != nil {
			return v, err
		}
		text, err := f.formExpr(field.Form, "x."+field.Name)
		if err != nil {
			return v, err
		}
		fmt.Fprintf(&fields, "%s %s\n", field.Name, typ)
		fmt.Fprintf(&values, "%s: %s,\n", field.Name, text)
	}
	f.decls = append(f.decls,
		topDecl{name: v.typ, text: fmt.Sprintf("// %s holds the parts of %s that the tests compare.\ntype %[1]s struct {\n%[3]s}", v.typ, article(typ), fields.String())},
		topDecl{name: v.fn, text: fmt.Sprintf("func %s(x *%s) %s {\nreturn %[3]s{\n%s}\n}", v.fn, typ, v.typ, values.String())})
	return v, nil
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
func (f *file) heldView(fm *oracle.Form) (*heldView, error) {
	typ, err := f.typeName(fm.GoType)
	if err != nil {
		return nil, err
	}
	forms := map[string]string{}
	for i, inner := range fm.Held {
		held, err := f.typeName(heldType(fm, i))
		if err != nil {
			return nil, err
		}
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

func (f *file) heldViewWith(typ string, fm *oracle.Form, forms map[string]string) (*heldView, error) {
	var v *heldView
	if i := slices.IndexFunc(f.held, func(v *heldView) bool { return v.typ == typ && v.agrees(forms) }); i >= 0 {
		v = f.held[i]
	} else {
		base := viewName(fm.GoType)
		if base == "value" {
			base = "any"
		}
		v = &heldView{fn: f.scope.claim("view" + syntax.Capitalize(base)), typ: typ, forms: map[string]string{}, cases: map[string]string{}, decl: len(f.decls)}
		f.held, f.decls = append(f.held, v), append(f.decls, topDecl{name: v.fn})
	}
	var fresh []int
	for _, i := range slices.Sorted(maps.Keys(fm.Held)) {
		held, _ := f.typeName(heldType(fm, i))
		if _, known := v.forms[held]; !known && forms[held] != "" {
			fresh = append(fresh, i)
		}
	}
	maps.Copy(v.forms, forms)
	for _, i := range fresh {
		if err := f.addHeldCase(v, fm, i); err != nil {
			return nil, err
		}
	}
	f.decls[v.decl].text = v.text()
	return v, nil
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
func (f *file) addHeldCase(v *heldView, fm *oracle.Form, i int) error {
	held, err := f.typeName(heldType(fm, i))
	if err != nil {
		return err
	}
	text := "nil"
	if inner := fm.Held[i]; inner != nil {
		if text, err = f.formExpr(inner, "x"); err != nil {
			return err
		}
	}
	v.cases[held] = fmt.Sprintf("case %s:\nreturn %s{%q, %s}\n", held, f.helper(heldHelper), heldName(fm, i), text)
	return nil
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

// form prints the form of a value as a literal. With elide, a composite literal may omit its type.
func (l *literals) form(fm *oracle.Form, v *value.Value, elide bool) (string, error) {
	switch fm.Kind {
	case oracle.Whole:
		text, _, err := l.expr(v, elide)
		return text, err
	case oracle.Text:
		if t := v.PointedParts(); t != nil {
			return l.stringText(t.Text), nil
		}
		return quote("<nil>"), nil
	case oracle.ErrorMsg:
		return l.stringText(v.Text), nil
	case oracle.Printed:
		if fm.Type.Kind == input.Complex {
			return quote(fmt.Sprint(complex(v.Float(), math.Float64frombits(v.Imag)))), nil
		}
		return quote(fmt.Sprint(v.Float())), nil
	case oracle.NotNil:
		return strconv.FormatBool(!v.IsNil), nil
	case oracle.Length:
		return strconv.Itoa(len(v.Kids)), nil
	case oracle.Held:
		return l.heldForm(fm, v)
	case oracle.View:
		return l.viewForm(fm, v, elide)
	}
	if v.IsNil {
		return "nil", nil
	}
	if fm.Kind == oracle.Target {
		return l.targetForm(fm, v, elide)
	}
	var parts []string
	for i, k := range v.Kids {
		text, err := l.form(fm.Elem, k, true)
		if err != nil {
			return "", err
		}
		if fm.Kind == oracle.Table {
			key, _, err := l.expr(v.Keys[i], true)
			if err != nil {
				return "", err
			}
			text = key + ": " + text
		}
		parts = append(parts, text)
	}
	return l.compositeForm(fm, parts, elide)
}

func (l *literals) compositeForm(fm *oracle.Form, parts []string, elide bool) (string, error) {
	if elide {
		return compositeText(parts, false), nil
	}
	head, err := l.formType(fm)
	return head + compositeText(parts, false), err
}

func (l *literals) viewForm(fm *oracle.Form, v *value.Value, elide bool) (string, error) {
	var parts []string
	for _, field := range fm.Fields {
		k := v.Kids[field.Index]
		if field.Form.IsZero(k) {
			continue
		}
		text, err := l.form(field.Form, k, false)
		if err != nil {
			return "", err
		}
		parts = append(parts, field.Name+": "+text)
	}
	return l.compositeForm(fm, parts, elide)
}

func (l *literals) targetForm(fm *oracle.Form, v *value.Value, elide bool) (string, error) {
	text, err := l.form(fm.Elem, v.Kids[0], elide)
	if err != nil {
		return "", err
	}
	switch fm.Elem.Kind {
	case oracle.View, oracle.List, oracle.Table:
		if text == "nil" {
			break
		}
		if elide {
			return text, nil
		}
		return "&" + text, nil
	}
	typ, err := l.formType(fm.Elem)
	if err != nil {
		return "", err
	}
	return l.pointerTo(typ, text), nil
}

func (l *literals) heldForm(fm *oracle.Form, v *value.Value) (string, error) {
	inner, known := fm.Held[int(v.Word)]
	if v.IsNil || !known || inner != nil && inner.Kind == oracle.Whole {
		text, _, err := l.expr(v, false)
		return text, err
	}
	parts := []string{strconv.Quote(heldName(fm, int(v.Word))), "nil"}
	if inner != nil {
		text, err := l.form(inner, v.DynamicValue(), false)
		if err != nil {
			return "", err
		}
		parts[1] = text
		if typ, err := l.formType(inner); err != nil {
			return "", err
		} else if text == "nil" {
			parts[1] = "(" + typ + ")(nil)"
		}
	}
	return l.helper(heldHelper) + compositeText(parts, false), nil
}
