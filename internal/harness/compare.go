package harness

import (
	"fmt"
	"go/types"
	"strings"

	"nearmiss/code"
	"nearmiss/input"
)

// orderedProperty is an ordered property by which values are compared: the value itself, its
// length, or an ordered field.
type orderedProperty struct {
	typ      types.Type // type of the property
	expr     string     // format of the expression, with %s for the value
	mayBeNil bool       // the value may be nil
}

// exprFor returns the expression for the value with this name.
func (o orderedProperty) exprFor(name string) string { return fmt.Sprintf(o.expr, name) }

// orderedProperty finds a property by which values of t can be compared. depth is the number of
// structs and pointers around t.
func (f *functionAlts) orderedProperty(t types.Type, depth int) (o orderedProperty, ok bool) {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsOrdered != 0 {
			return orderedProperty{typ: t, expr: "%s"}, true
		}
	case *types.Slice, *types.Map:
		return orderedProperty{typ: types.Typ[types.Int], expr: "len(%s)"}, true
	case *types.Struct:
		for v := range u.Fields() {
			if depth > 2 || v.Name() == "_" || !f.c.isVisible(v) {
				continue
			}
			if o, ok := f.orderedProperty(v.Type(), depth+1); ok && !o.mayBeNil {
				o.expr = fmt.Sprintf(o.expr, "%s."+v.Name())
				return o, true
			}
		}
	case *types.Pointer:
		if _, named := t.(*types.Named); named || depth > 0 {
			return o, false
		}
		if _, isStruct := u.Elem().Underlying().(*types.Struct); isStruct {
			o, ok = f.orderedProperty(u.Elem(), depth+1)
			o.mayBeNil = true
			return o, ok
		}
	}
	return o, false
}

func isFloat(t types.Type) bool {
	u, ok := t.Underlying().(*types.Basic)
	return ok && u.Info()&types.IsFloat != 0
}

// less returns the condition that a comes before b. NaN comes before all numbers.
func (o orderedProperty) less(a, b string) string {
	x, y := o.exprFor(a), o.exprFor(b)
	if isFloat(o.typ) {
		return fmt.Sprintf("%[1]s < %[2]s || %[1]s != %[1]s && %[2]s == %[2]s", x, y)
	}
	return x + " < " + y
}

// isComparator reports whether the signature can only be that of a three-way comparison: func(T,
// T) int with an ordered T other than int.
func (f *functionAlts) isComparator() bool {
	return f.comparesPair() && types.Identical(f.result(0), types.Typ[types.Int]) && !types.Identical(f.param(0), f.result(0))
}

// isRelation reports whether the function is a binary relation on an ordered type: func(T, T)
// bool.
func (f *functionAlts) isRelation() bool { return f.comparesPair() && isBool(f.result(0)) }

// comparesPair reports whether the function has one result for a pair of values of an ordered type.
func (f *functionAlts) comparesPair() bool {
	if !takesPair(f.named) || f.sig.Results().Len() != 1 {
		return false
	}
	_, ordered := f.orderedProperty(f.param(0), 0)
	return ordered
}

// addComparisons adds orders of the two arguments of a comparator, or orders and equality for a relation.
func (f *functionAlts) addComparisons() {
	o, _ := f.orderedProperty(f.param(0), 0)
	head := f.literalHead("a", "b")
	if !isBool(f.result(0)) {
		f.add(input.Alt{Name: "ascending", Make: code.Format("%s {\n%s}", head, f.compareBody(o, "a", "b"))})
		f.add(input.Alt{Name: "descending", Make: code.Format("%s {\n%s}", head, f.compareBody(o, "b", "a"))})
		return
	}
	f.addOrders()
	if types.Comparable(f.param(0)) && !isFloat(o.typ) {
		f.add(input.Alt{Name: "equal", Make: code.Format("%s { return a == b }", head)})
	} else if !o.mayBeNil {
		f.add(input.Alt{Name: "equal", Make: code.Format("%s { return !(%s) && !(%s) }", head, o.less("a", "b"), o.less("b", "a"))})
	}
}

// addOrders adds the strict orders, up and down.
func (f *functionAlts) addOrders() {
	o, _ := f.orderedProperty(f.param(0), 0)
	head := f.literalHead("a", "b")
	f.add(input.Alt{Name: "less", Make: code.Format("%s { %s }", head, f.lessBody(o, "a", "b"))})
	f.add(input.Alt{Name: "greater", Make: code.Format("%s { %s }", head, f.lessBody(o, "b", "a"))})
}

// isNamedLess reports whether the function type has a name that says less, as LessFunc.
func (f *functionAlts) isNamedLess() bool {
	named, ok := types.Unalias(f.typ).(*types.Named)
	return ok && strings.Contains(strings.ToLower(named.Obj().Name()), "less")
}

func (f *functionAlts) lessBody(o orderedProperty, a, b string) string {
	if o.mayBeNil {
		return fmt.Sprintf("if a == nil || b == nil {\nreturn %s == nil && %s != nil\n}\nreturn %s", a, b, o.less(a, b))
	}
	return "return " + o.less(a, b)
}

func (f *functionAlts) compareBody(o orderedProperty, a, b string) string {
	guard := ""
	if o.mayBeNil {
		guard = fmt.Sprintf("case %[1]s == nil && %[2]s == nil:\nreturn 0\ncase %[1]s == nil:\nreturn -1\ncase %[2]s == nil:\nreturn 1\n", a, b)
	}
	return fmt.Sprintf("switch {\n%scase %s:\nreturn -1\ncase %s:\nreturn 1\n}\nreturn 0\n", guard, o.less(a, b), o.less(b, a))
}

// addPredicates adds conditions on the first argument that has an order.
func (f *functionAlts) addPredicates() {
	for i := range f.sig.Params().Len() {
		o, ok := f.orderedProperty(f.param(i), 0)
		if !ok || o.mayBeNil || !f.c.supported(o.typ) {
			continue
		}
		limit := []input.Field{f.c.altField("limit", o.typ)}
		for _, test := range []struct{ name, op string }{{"equals", "=="}, {"below", "<"}} {
			make := f.literalOf(i, func(x string) *code.Tree { return code.Format("return %s %s %s", o.exprFor(x), test.op, code.Arg(0)) })
			f.add(input.Alt{Name: test.name, Fields: limit, Make: make})
		}
		return
	}
}
