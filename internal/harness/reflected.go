package harness

import (
	"go/types"
	"slices"

	"nearmiss/code"
	"nearmiss/input"
)

// kindValues maps the name of a constant of reflect.Kind to a value of this kind.
var kindValues = map[string]string{
	"Bool": "false", "Int8": "int8(0)", "Int16": "int16(0)", "Int32": "int32(0)", "Int64": "int64(0)",
	"Uint": "uint(0)", "Uint8": "uint8(0)", "Uint16": "uint16(0)", "Uint32": "uint32(0)", "Uint64": "uint64(0)", "Uintptr": "uintptr(0)",
	"Float32": "float32(0)", "Complex64": "complex64(0)", "Complex128": "complex128(0)",
	"Array": "[2]int{}", "Chan": "make(chan int)", "Func": "func() {}", "Interface": "new(any)",
}

// reflectTypes returns the alternatives for a reflect.Type: the types of some values, and types
// of the kinds that the package mentions.
func (c *Coder) reflectTypes(t types.Type) (list []input.Alt) {
	if types.TypeString(t, nil) != "reflect.Type" || !c.canImportPath("reflect") {
		return nil
	}
	add := func(show string, of *code.Tree) {
		list = append(list, input.Alt{Name: "reflect.TypeOf(" + show + ")", Make: code.Call(code.Name("reflect", "TypeOf"), of)})
	}
	record, tagged := code.Source("struct{ A int }{}"), "struct{ A int }{}"
	if c.structTags(1) != nil {
		record, tagged = code.New(code.Composite, c.tree(c.taggedStruct())), "struct{...}{}"
	}
	add("0", code.Source("0"))
	add(`""`, code.Source(`""`))
	add(tagged, record)
	for _, of := range []string{"[]int(nil)", "map[string]bool(nil)", "1.5", "new(int)"} {
		add(of, code.Source(of))
	}
	for _, k := range c.kinds() {
		of := c.anyAsInterface(kindValues[k])
		add(of, code.Source(of))
		if last := &list[len(list)-1]; k == "Interface" {
			last.Name, last.Make = last.Name+".Elem()", code.Call(code.Select(last.Make, "Elem"))
		}
	}
	return list
}

// kinds returns the constants of reflect.Kind that the package mentions, as far as kindValues
// has them.
func (c *Coder) kinds() (list []string) {
	for _, obj := range c.pkg.Info.Uses {
		if k, ok := obj.(*types.Const); ok && k.Pkg() != nil && k.Pkg().Path() == "reflect" && kindValues[k.Name()] != "" {
			list = append(list, k.Name())
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// reflectValues returns alternatives for a reflect.Value that its constructors do not make: a
// variable, which can be set, and the dynamic value of an interface.
func (c *Coder) reflectValues(o *madeObject, steps *input.Type) []input.Alt {
	if o.isPointer || !isReflectValue(o.named) || !c.canImportPath("reflect") {
		return nil
	}
	typ := o.named.Obj().Pkg().Scope().Lookup("Type").Type()
	return []input.Alt{
		{Name: "New and Elem", Make: code.Call(code.Select(code.Call(code.Name("reflect", "New"), code.Arg(0)), "Elem")), Fields: []input.Field{c.altField("typ", typ)}, Steps: steps, RunsCode: steps != nil},
		{Name: "ValueOf", Make: code.Call(code.Name("reflect", "ValueOf"), code.Arg(0)), Fields: []input.Field{c.altField("i", types.NewInterfaceType(nil, nil))}, Steps: steps, RunsCode: steps != nil},
	}
}
