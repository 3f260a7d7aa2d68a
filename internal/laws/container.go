package laws

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"nearmiss/internal/syntax"
)

// A container is a type with methods that change its values and methods that read them.
type container struct {
	*finder
	n       *types.Named
	make    *types.Func // a constructor; nil if the zero value is made
	pointer bool        // a variable is a pointer
	changes []*types.Func
	change  string // name of the function that makes one of the changes; empty until it is written
}

// changing are words that begin the names of methods that change their receivers.
var changing = []string{"Add", "Append", "Clear", "Dec", "Del", "Delete", "Dequeue", "Enqueue", "Grow", "Inc", "Insert", "Observe", "Pop", "Push", "Put", "Remove", "Replace", "Reset", "Resize", "Rotate", "Set", "Shrink", "Store", "Truncate", "Unset", "Update", "Write"}

// sizes are words that begin the names of methods with a number of elements as argument; laws have at least one element.
var sizes = []string{"Grow", "Resize", "Shrink", "Truncate"}

// reading are words that begin the names of methods that read their receivers.
var reading = []string{"Len", "String", "Get", "At", "Has", "Contains", "Keys", "Values", "Sum", "Size", "Count"}

// containers finds laws of types with methods that change their values.
func (f *finder) containers() {
	for _, n := range f.types {
		c := &container{finder: f, n: n}
		for m := range types.NewMethodSet(types.NewPointer(n)).Methods() {
			fn := f.method(n, m.Obj().Name())
			if fn != nil && fn.Exported() && !fn.Signature().Variadic() && isChange(fn.Name()) && c.takes(fn) {
				c.changes = append(c.changes, fn)
			}
		}
		if len(c.changes) > 0 && c.findMake() {
			c.laws()
		}
	}
}

func isChange(name string) bool {
	return beginsAny(name, changing)
}

// takes reports whether the arguments of a method are plain, or anything.
func (c *container) takes(fn *types.Func) bool {
	for p := range fn.Signature().Params().Variables() {
		if !c.plain(p.Type()) && !isAny(p.Type()) && c.name(p.Type()) != duration {
			return false
		}
	}
	return true
}

func isAny(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.Empty()
}

// findMake finds how values of the type are made: by the constructor with the fewest parameters, or, of a type without one, as
// the zero value.
func (c *container) findMake() bool {
	exists := false
	for _, fn := range append(slices.Clone(c.funcs), c.generic()...) {
		r := fn.Signature().Results()
		if r.Len() == 0 {
			continue
		}
		named, pointer := syntax.NamedOf(r.At(0).Type())
		if named == nil || named.Obj() != c.n.Obj() {
			continue
		}
		exists = true
		if _, ok := fallible(fn); ok && c.canCall(fn) && !strings.HasPrefix(fn.Name(), "Must") &&
			(c.make == nil || fn.Signature().Params().Len() < c.make.Signature().Params().Len()) {
			c.make, c.pointer = fn, pointer
		}
	}
	_, isStruct := c.n.Underlying().(*types.Struct)
	return c.make != nil || !exists && isStruct
}

// canCall reports whether the arguments of a constructor can be plain, or nil for a callback.
func (c *container) canCall(fn *types.Func) bool {
	params := fn.Signature().Params()
	for i := range params.Len() {
		_, callback := params.At(i).Type().Underlying().(*types.Signature)
		if t := params.At(i).Type(); !callback && !c.plain(t) && c.name(t) != duration && !(i == params.Len()-1 && fn.Signature().Variadic()) {
			return false
		}
	}
	return params.Len() <= mostMade
}

// generic returns the generic constructors of the type with the arguments that the type has.
func (c *container) generic() (list []*types.Func) {
	if c.n.TypeArgs().Len() == 0 {
		return nil
	}
	for _, name := range c.pkg.Scope().Names() {
		fn, ok := c.pkg.Scope().Lookup(name).(*types.Func)
		if !ok || !fn.Exported() || fn.Signature().TypeParams().Len() != c.n.TypeArgs().Len() {
			continue
		}
		if t, err := types.Instantiate(nil, fn.Signature(), slices.Collect(c.n.TypeArgs().Types()), true); err == nil {
			list = append(list, types.NewFunc(fn.Pos(), c.pkg, fn.Name(), t.(*types.Signature)))
		}
	}
	return list
}

// new declares the variable v, a container made of the arguments.
func (c *container) new(b *body, v string, args []string) {
	if c.make == nil {
		b.line("var %s %s", v, c.name(c.n))
		return
	}
	callee := c.make.Name()
	if c.n.TypeArgs().Len() > 0 {
		var names []string
		for t := range c.n.TypeArgs().Types() {
			names = append(names, c.name(t))
		}
		callee += "[" + strings.Join(names, ", ") + "]"
	}
	b.unless("%s", b.call(v, c.make, callee, args...))
	if c.pointer {
		b.unless("%s != nil", v)
	}
}

// arguments adds parameters for the constructor. Numbers are small and positive: a container without room keeps nothing.
func (c *container) arguments(b *body) (args []string) {
	if c.make == nil {
		return nil
	}
	params := c.make.Signature().Params()
	for i := range params.Len() {
		t := params.At(i).Type()
		basic, _ := t.Underlying().(*types.Basic)
		_, callback := t.Underlying().(*types.Signature)
		switch {
		case callback:
			args = append(args, "nil")
		case i == params.Len()-1 && c.make.Signature().Variadic():
		case c.name(t) == duration:
			args = append(args, "0")
		case basic != nil && basic.Info()&types.IsInteger != 0:
			args = append(args, fmt.Sprintf("%s(%s%%16)+1", c.name(t), b.param("uint8", nil, 0)))
		default:
			args = append(args, b.param(c.name(t), nil, 0))
		}
	}
	return args
}

// value returns an expression of a type, made of a number and a text.
func (c *container) value(t types.Type, number, text string) string {
	basic, _ := t.Underlying().(*types.Basic)
	switch {
	case isAny(t):
		return text
	case isText(t):
		return fmt.Sprintf("%s(%s)", c.name(t), text)
	case basic == nil && c.plain(t):
		return c.name(t) + "(nil)"
	case basic != nil && basic.Info()&types.IsBoolean != 0:
		return fmt.Sprintf("%s(%s&1 == 1)", c.name(t), number)
	case c.name(t) == duration:
		return "0"
	}
	return fmt.Sprintf("%s(%s)", c.name(t), number)
}

// steps adds parameters for a few changes, and makes them.
func (c *container) steps(b *body, v string) {
	if c.change == "" {
		c.change = fmt.Sprint("nearmissChange", c.n.Obj().Name())
		var code strings.Builder
		for i, fn := range c.changes {
			var args []string
			for p := range fn.Signature().Params().Variables() {
				number := "number"
				if beginsAny(fn.Name(), sizes) {
					number = "number&15 + 1"
				}
				args = append(args, c.value(p.Type(), number, "text"))
			}
			fmt.Fprintf(&code, "\tcase %d:\n\t\tx.%s(%s)\n", i, fn.Name(), strings.Join(args, ", "))
		}
		fmt.Fprintf(&c.code, "\nfunc %s(x *%s, step int, number int8, text string) {\n\tswitch step {\n%s\t}\n}\n", c.change, c.name(c.n), &code)
	}
	steps, numbers, texts := b.param("[]uint8", nil, 0), b.param("[]int8", nil, 0), b.param("[]string", nil, 0)
	at := map[bool]string{true: v, false: "&" + v}[c.pointer]
	b.line("for i, step := range %s {\n\t\tif i == %d {\n\t\t\tbreak\n\t\t}\n\t\tnumber, text := int8(i), \"\"\n\t\tif i < len(%s) {\n\t\t\tnumber = %s[i]\n\t\t}\n\t\tif i < len(%s) {\n\t\t\ttext = %s[i]\n\t\t}\n\t\t%s(%s, int(step)%%%d, number, text)\n\t}",
		steps, mostSteps, numbers, numbers, texts, texts, c.change, at, len(c.changes))
}

// mostSteps is the number of changes before a law is asked.
const mostSteps = 8

// begin begins a law after some changes of a new container x.
func (c *container) begin(about ...*types.Func) *body {
	b := c.finder.begin(false, about...)
	c.new(b, "x", c.arguments(b))
	c.steps(b, "x")
	return b
}

// first returns the first method of one of the names that has such results; any with "*".
func (c *container) first(results string, names ...string) *types.Func {
	for _, name := range names {
		if fn := c.method(c.n, name); fn != nil && !fn.Signature().Variadic() && (results == "*" || c.list(fn.Signature().Results()) == results) {
			return fn
		}
	}
	return nil
}

// laws adds the laws of the container.
func (c *container) laws() {
	length := c.first("int", "Len", "Size", "Count")
	if length != nil && length.Signature().Params().Len() == 0 {
		c.bounded(length)
		for _, name := range []string{"Clear", "Reset", "Purge", "RemoveAll", "Empty"} {
			if fn := c.method(c.n, name); fn != nil && c.form(fn, "", "") {
				b := c.begin(fn, length)
				b.line("x.%s()", name)
				b.breaks("x."+length.Name()+"() != 0", length.Name()+" is %d after "+name, "x."+length.Name()+"()")
				b.end("%s: %s is 0 after %s", c.n.Obj().Name(), length.Name(), name)
			}
		}
	}
	c.kept()
	c.popped()
	c.cloned()
	c.renewed()
}

// bounded adds the law 0 ≤ Len ≤ Cap.
func (c *container) bounded(length *types.Func) {
	about, most := []*types.Func{length}, c.first("int", "Cap", "Capacity")
	if most != nil && most.Signature().Params().Len() == 0 {
		about = append(about, most)
	} else {
		most = nil
	}
	b := c.begin(about...)
	b.line("n := x.%s()", length.Name())
	b.breaks("n < 0", length.Name()+" is %d", "n")
	if most == nil {
		b.end("%s: 0 ≤ %s", c.n.Obj().Name(), length.Name())
		return
	}
	b.line("most := x.%s()", most.Name())
	b.breaks("n > most", length.Name()+" is %d, and "+most.Name()+" %d", "n", "most")
	b.end("%s: 0 ≤ %s ≤ %s", c.n.Obj().Name(), length.Name(), most.Name())
}

// declare adds parameters for the arguments of a method and returns these.
func (c *container) declare(b *body, fn *types.Func) (names []string) {
	for i := range fn.Signature().Params().Len() {
		t := fn.Signature().Params().At(i).Type()
		switch {
		case c.name(t) == duration:
			names = append(names, "0")
		case isAny(t):
			names = append(names, b.param("string", nil, 0))
		default:
			names = append(names, b.param(c.name(t), fn, i))
		}
	}
	return names
}

// kept adds the laws that a value is found under its key after it was put there, and no value after the key was removed.
func (c *container) kept() {
	put := c.first("*", "Set", "Put", "Store", "Add", "Insert")
	if put == nil || !c.takes(put) || put.Signature().Params().Len() == 0 {
		return
	}
	key := put.Signature().Params().At(0).Type()
	if types.Identical(key, types.Typ[types.Int]) { // an index, which changes with the elements before it
		return
	}
	looks := func(fn *types.Func) bool {
		return fn != nil && fn.Signature().Params().Len() == 1 && types.Identical(fn.Signature().Params().At(0).Type(), key)
	}
	get, has, remove := c.first("*", "Get", "Load", "Lookup", "Peek"), c.first("bool", "Has", "Contains", "Exists", "Includes"), c.first("*", "Delete", "Remove", "Del", "Unset")
	written := func(about ...*types.Func) (b *body, args []string) {
		b = c.begin(append([]*types.Func{put}, about...)...)
		args = c.declare(b, put)
		call := fmt.Sprintf("x.%s(%s)", put.Name(), strings.Join(args, ", "))
		if r := put.Signature().Results(); r.Len() > 0 && syntax.IsError(r.At(r.Len()-1).Type()) {
			b.line("%serr := %s", strings.Repeat("_, ", r.Len()-1), call)
			b.unless("err == nil")
		} else {
			b.line("%s", call)
		}
		return b, args
	}
	if looks(get) && put.Signature().Params().Len() > 1 {
		value := put.Signature().Params().At(1).Type()
		if _, ok := fallible(get); ok && types.Identical(get.Signature().Results().At(0).Type(), value) {
			b, args := written(get)
			found := b.call("got", get, "x."+get.Name(), args[0])
			if found != always {
				b.breaks("!("+found+")", get.Name()+" finds nothing under %#v after "+put.Name()+": %v", args[0], "gotOK")
			}
			differ := b.differ(value, "got", args[1])
			if isAny(value) {
				differ = "got != any(" + args[1] + ")"
			}
			b.breaks(differ, get.Name()+" gives %#v under %#v, after "+put.Name()+" of %#v", "got", args[0], args[1])
			b.end("%s: %s after %s gives the value", c.n.Obj().Name(), get.Name(), put.Name())
		}
	}
	if looks(has) {
		b, args := written(has)
		b.breaks("!x."+has.Name()+"("+args[0]+")", has.Name()+" of %#v is false after "+put.Name(), args[0])
		b.end("%s: %s after %s", c.n.Obj().Name(), has.Name(), put.Name())
	}
	if !looks(remove) {
		return
	}
	if looks(has) {
		b, args := written(remove, has)
		b.line("x.%s(%s)", remove.Name(), args[0])
		b.breaks("x."+has.Name()+"("+args[0]+")", has.Name()+" of %#v is true after "+remove.Name(), args[0])
		b.end("%s: not %s after %s", c.n.Obj().Name(), has.Name(), remove.Name())
	} else if looks(get) {
		if second, ok := fallible(get); ok && second != "" {
			b, args := written(remove, get)
			b.line("x.%s(%s)", remove.Name(), args[0])
			b.line("got, gotOK := x.%s(%s)", get.Name(), args[0])
			b.breaks("gotOK"+second, get.Name()+" gives %#v under %#v after "+remove.Name(), "got", args[0])
			b.end("%s: %s gives nothing after %s", c.n.Obj().Name(), get.Name(), remove.Name())
		}
	}
}

// popped adds the law that each value comes out of a container as often as it went in, in any order.
func (c *container) popped() {
	push, pop := c.first("*", "Push", "Enqueue", "PushBack", "Offer"), c.first("*", "Pop", "Dequeue", "PopFront", "Poll")
	if push == nil || pop == nil || push.Signature().Params().Len() != 1 || pop.Signature().Params().Len() != 0 {
		return
	}
	t := push.Signature().Params().At(0).Type()
	second, ok := fallible(pop)
	if !ok || !c.plain(t) || !types.Comparable(t) || hasFloats(t) || !types.Identical(pop.Signature().Results().At(0).Type(), t) {
		return
	}
	b := c.finder.begin(false, push, pop)
	c.new(b, "x", c.arguments(b))
	values, pops := b.param("[]"+c.name(t), nil, 0), b.param("[]bool", nil, 0)
	b.line("inside := map[%s]int{}", c.name(t))
	b.line("n := 0")
	b.line("for i := 0; i < 2*len(%s); i++ {", values)
	b.line("\tif i < len(%s) && (i >= len(%s) || !%s[i]) {\n\t\t\tx.%s(%s[i])\n\t\t\tinside[%s[i]]++\n\t\t\tn++\n\t\t\tcontinue\n\t\t}", values, pops, pops, push.Name(), values, values)
	b.line("\tif n == 0 {\n\t\t\tcontinue\n\t\t}")
	if found := b.call("got", pop, "x."+pop.Name()); found != always {
		b.line("if !(got%s) {\n\t\t\tcontinue\n\t\t}", "OK"+second)
	}
	b.breaks("inside[got] == 0", pop.Name()+" gives %v, which is not inside, after "+push.Name()+" of %v and "+pop.Name()+" in place of those at %v", "got", values, pops)
	b.line("inside[got]--")
	b.line("n--")
	b.line("}")
	b.end("%s: values come out by %s as often as they went in by %s", c.n.Obj().Name(), pop.Name(), push.Name())
}

// looks lists methods with one result that read a container, with plain arguments.
func (c *container) looks() (list []*types.Func) {
	for m := range types.NewMethodSet(types.NewPointer(c.n)).Methods() {
		fn := c.method(c.n, m.Obj().Name())
		if fn == nil || !fn.Exported() || isChange(fn.Name()) || fn.Signature().Variadic() || fn.Signature().Results().Len() != 1 || !c.takes(fn) {
			continue
		}
		if t := fn.Signature().Results().At(0).Type(); (c.plain(t) || isAny(t)) && beginsAny(fn.Name(), reading) {
			list = append(list, fn)
		}
	}
	return list
}

// cloned adds the law that changes of a clone leave the original unchanged.
func (c *container) cloned() {
	clone := c.method(c.n, "Clone")
	if clone == nil {
		clone = c.method(c.n, "Copy")
	}
	looks := c.looks()
	if clone == nil || len(looks) == 0 || clone.Signature().Params().Len() != 0 || clone.Signature().Results().Len() != 1 {
		return
	}
	named, pointer := syntax.NamedOf(clone.Signature().Results().At(0).Type())
	if named == nil || named.Obj() != c.n.Obj() {
		return
	}
	b := c.begin(clone)
	var after []string
	for i, fn := range looks {
		args := strings.Join(c.declare(b, fn), ", ")
		b.line("before%d := x.%s(%s)", i, fn.Name(), args)
		after = append(after, fmt.Sprintf("x.%s(%s)", fn.Name(), args))
	}
	b.line("y := x.%s()", clone.Name())
	if pointer {
		b.unless("y != nil")
	}
	was := c.pointer
	c.pointer = pointer
	c.steps(b, "y")
	c.pointer = was
	for i, fn := range looks {
		b.breaks(fmt.Sprintf("!nearmissSame(before%d, %s)", i, after[i]), "after changes of a clone, "+fn.Name()+" of the original gives %v, and %v before", after[i], fmt.Sprint("before", i))
	}
	b.end("%s: a %s shares nothing", c.n.Obj().Name(), clone.Name())
}

// renewed adds the law that a container is as new after Reset.
func (c *container) renewed() {
	reset := c.method(c.n, "Reset")
	looks := c.looks()
	if len(looks) == 0 || !c.form(reset, "", "") {
		return
	}
	b := c.finder.begin(false, reset)
	args := c.arguments(b)
	c.new(b, "x", args)
	c.new(b, "y", args)
	c.steps(b, "x")
	b.line("x.Reset()")
	for i, fn := range looks {
		args := strings.Join(c.declare(b, fn), ", ")
		b.line("got%d, fresh%d := x.%s(%s), y.%s(%s)", i, i, fn.Name(), args, fn.Name(), args)
		b.breaks(fmt.Sprintf("!nearmissSame(got%d, fresh%d)", i, i), fn.Name()+" gives %#v after Reset, and %v of a new one", fmt.Sprint("got", i), fmt.Sprint("fresh", i))
	}
	b.end("%s is as new after Reset", c.n.Obj().Name())
}
