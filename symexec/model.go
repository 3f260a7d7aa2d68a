package symexec

import (
	_ "embed"
	"go/types"
	"path/filepath"

	"nearmiss/term"
)

// A model executes a function in place of its code. It returns false if execution does not
// continue after the call: the model has raised a panic, ended the path, blocked the goroutine, or
// begun a call in place of its own.
type model func(*modelCall) bool

// A modelCall is one call of a function with a model. args are the cells of the arguments, beginning
// with the receiver; the model stores the results into results. Both slices belong to the
// caller.
type modelCall struct {
	machine *machine
	fn      *function
	args    []cell
	results []cell

	dst    int32  // register of the caller that receives the results
	owner  *frame // for a deferred call: the frame that deferred the call, else nil
	nested bool   // the caller is the executor, not a frame
}

// modelTable returns all models by the name of the function, as ssa.Function.String gives it.
// An instance of a generic function has the name of its origin.
func modelTable() map[string]model {
	table := map[string]model{}
	for _, part := range []map[string]model{
		atomicModels(), bodyModels(), clockModels(), fmtModels(), mathModels(), onceModels(),
		osModels(), randomModels(), reflectModels(), runtimeModels(), syncModels(),
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

// word returns an argument as a concrete number.
func (c *modelCall) word(i int, k kind) (uint64, bool) { return c.machine.concretize(k, c.args[i]) }

// text returns an argument as a concrete string.
func (c *modelCall) text(i int) (string, bool) { return c.machine.concretizeString(c.args[i]) }

// runBody runs the code of the modelled function itself.
func (c *modelCall) runBody() bool { return c.runInstead(c.body()) }

// body returns the code of the modelled function itself.
func (c *modelCall) body() *function {
	if c.fn.body == nil {
		c.fn.body = &function{ssa: c.fn.ssa, name: c.fn.name, recover: -1, ready: true}
		c.machine.compile(c.fn.body)
	}
	return c.fn.body
}

// runInstead runs fn in place of the modelled function, with the same arguments and results. A model
// returns its result.
func (c *modelCall) runInstead(fn *function) bool {
	if c.nested {
		return c.runNested(fn)
	}
	if c.machine.ensureReady(fn); !c.machine.checkCall() {
		return false
	}
	f := c.machine.enter(fn, c.args, nil)
	f.dst, f.owner = c.dst, c.owner
	return false
}

// runNested runs fn to its end, in a nested loop. fn must not wait for other goroutines of the run.
func (c *modelCall) runNested(fn *function) bool {
	r, ok := c.machine.call(fn, nil, c.args)
	if ok {
		copy(c.results, r)
	}
	return ok
}

// noEffect models a function by zero results and no effect.
func noEffect(c *modelCall) bool {
	clear(c.results[:c.machine.types.rtypeOf(c.fn.ssa.Signature.Results()).size])
	return true
}

// unsupported returns a model that ends the path with a reason.
func unsupported(why string) model {
	return func(c *modelCall) bool { return c.machine.stopAt(Unsupported, c.fn.name+": "+why) }
}

func symbolic(c cell) bool {
	_, ok := c.r.(*term.Term)
	return ok
}

// param returns the type of a parameter.
func (c *modelCall) param(i int) *rtype {
	return c.machine.types.rtypeOf(c.fn.ssa.Signature.Params().At(i).Type())
}

// panicString panics with a string, as the code of a modelled function does.
func (m *machine) panicString(s string) bool {
	return m.raise([2]cell{{r: m.types.rtypeOf(types.Typ[types.String])}, makeStr(s)}, "")
}

// standinPath is the import path of the file standin.go, which is loaded as a package.
const standinPath = "zznearmiss/standin"

//go:embed standin.go
var standins []byte

// addStandins adds standin.go to an overlay.
func addStandins(overlay map[string][]byte, goroot string) {
	overlay[filepath.Join(goroot, "src", filepath.FromSlash(standinPath), "standin.go")] = standins
}

// bodyModels runs functions of standin.go in place of assembly and of functions whose bodies
// access memory in ways that the machine does not support.
func bodyModels() map[string]model {
	table := map[string]model{}
	for name, body := range map[string]string{
		"internal/bytealg.IndexByte":                "indexByte",
		"internal/bytealg.IndexByteString":          "indexByteString",
		"internal/bytealg.Count":                    "countBytes",
		"internal/bytealg.CountString":              "countString",
		"internal/bytealg.Index":                    "indexBytes",
		"internal/bytealg.IndexString":              "indexString",
		"internal/bytealg.Compare":                  "compareBytes",
		"internal/bytealg.abigen_runtime_cmpstring": "compareStrings",

		"math/big.addVV": "addWords", "math/big.subVV": "subWords",
		"math/big.lshVU": "shiftUp", "math/big.rshVU": "shiftDown",
		"math/big.mulAddVWW": "mulAddWord", "math/big.addMulVVWW": "addMulWord",

		"(*sync.Pool).Get":             "poolGet",
		"(*sync.Map).Load":             "mapLoad",
		"(*sync.Map).Store":            "mapStore",
		"(*sync.Map).LoadOrStore":      "mapLoadOrStore",
		"(*sync.Map).LoadAndDelete":    "mapLoadAndDelete",
		"(*sync.Map).Delete":           "mapDelete",
		"(*sync.Map).Swap":             "mapSwap",
		"(*sync.Map).Clear":            "mapClear",
		"(*sync.Map).Range":            "mapRange",
		"(*sync.Map).CompareAndSwap":   "mapCompareAndSwap",
		"(*sync.Map).CompareAndDelete": "mapCompareAndDelete",

		"os.runtime_args": "processArgs",
	} {
		table[name] = func(c *modelCall) bool { return c.runInstead(c.machine.standIn(body)) }
	}
	return table
}

// standIn returns a function of standin.go.
func (m *machine) standIn(name string) *function {
	pkg := m.prog.ssa.ImportedPackage(standinPath)
	if pkg == nil || pkg.Func(name) == nil {
		panic("symexec: BUG: no stand-in " + name)
	}
	return m.functionOf(pkg.Func(name))
}
