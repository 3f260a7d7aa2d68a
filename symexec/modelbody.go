package symexec

import (
	_ "embed"
	"path/filepath"
)

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

		"hash/crc32.ieeeCLMUL":             "checksumIEEE",
		"hash/crc32.castagnoliSSE42":       "checksumCastagnoli",
		"hash/crc32.castagnoliSSE42Triple": "checksumTriple",

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
