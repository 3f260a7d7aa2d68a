package symexec

import (
	"go/types"

	"nearmiss/term"
)

// A Model does what a function does, in place of its code. It returns false if
// what comes next is not the instruction behind the call: it has raised a panic,
// ended the path, or has the goroutine wait.
type Model func(*Call) bool

// A Call is one call of a function that is modelled. Args are the cells of the
// arguments, the receiver first, and Results where those of the results go;
// both belong to the caller.
type Call struct {
	m       *machine
	fn      *function
	Args    []cell
	Results []cell
}

// modelTable is all that is modelled, by the names that ssa.Function.String
// gives; an instance of a generic function goes by the name of its origin.
func modelTable() map[string]Model {
	table := map[string]Model{}
	for _, part := range []map[string]Model{
		atomicModels(),
	} {
		for name, model := range part {
			if table[name] != nil {
				panic("symexec: BUG: two models of " + name)
			}
			table[name] = model
		}
	}
	return table
}

func symbolic(c cell) bool {
	_, ok := c.r.(*term.Term)
	return ok
}

// param is the type of a parameter.
func (c *Call) param(i int) *rtype {
	return c.m.types.of(c.fn.ssa.Signature.Params().At(i).Type())
}

// panicString panics with a string, as the code that a model stands for does.
func (m *machine) panicString(s string) bool {
	return m.raise([2]cell{{r: m.types.of(types.Typ[types.String])}, makeStr(s)}, "")
}
