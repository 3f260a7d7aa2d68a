package symexec

import (
	_ "embed"
	"go/types"
	"path/filepath"

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

// word is an argument as a concrete number.
func (c *Call) word(i int, k kind) (uint64, bool) { return c.m.concretize(k, c.Args[i]) }

// text is an argument as a concrete string.
func (c *Call) text(i int) (string, bool) { return c.m.concretizeString(c.Args[i]) }

// inGo runs the code of the function that is modelled.
func (c *Call) inGo() bool {
	if c.fn.body == nil {
		c.fn.body = &function{ssa: c.fn.ssa, name: c.fn.name, recover: -1, ready: true}
		c.m.compile(c.fn.body)
	}
	return c.run(c.fn.body)
}

// run calls another function in place of the one at hand.
func (c *Call) run(fn *function) bool {
	r, ok := c.m.call(fn, nil, c.Args)
	if ok {
		copy(c.Results, r)
	}
	return ok
}

// noEffect is the model of what need not be done here: results are zero.
func noEffect(c *Call) bool {
	clear(c.Results[:c.m.types.of(c.fn.ssa.Signature.Results()).size])
	return true
}

// refused is the model of what nobody should do here.
func refused(why string) Model {
	return func(c *Call) bool { return c.m.stopAt(Unsupported, c.fn.name+": "+why) }
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

// standinPath is where the functions of standin.go are loaded, as a package of its own.
const standinPath = "zznearmiss/standin"

//go:embed standin.go
var standins []byte

// addStandins adds the package to an overlay.
func addStandins(overlay map[string][]byte, goroot string) {
	overlay[filepath.Join(goroot, "src", filepath.FromSlash(standinPath), "standin.go")] = standins
}

// bodyModels are the functions in place of which those of standin.go run: assembly, and what
// looks at memory in a way that the machine has no memory for.
func bodyModels() map[string]Model {
	table := map[string]Model{}
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
		table[name] = func(c *Call) bool { return c.run(c.m.standIn(body)) }
	}
	return table
}

// standIn is a function of standin.go.
func (m *machine) standIn(name string) *function {
	pkg := m.prog.ssa.ImportedPackage(standinPath)
	if pkg == nil || pkg.Func(name) == nil {
		panic("symexec: BUG: no stand-in " + name)
	}
	return m.function(pkg.Func(name))
}
