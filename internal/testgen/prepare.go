package testgen

import (
	"go/types"
	"sync"

	"nearmiss/internal/harness"
	"nearmiss/internal/load"
	"nearmiss/internal/oracle"
)

// Prepared is the state that all suites of one package share.
type Prepared struct {
	pkg         *load.Package
	header      Header
	external    bool
	bridge      *bridge // used if the tests are external
	errors      func() []*types.Var
	writes      func() *varWrites
	brokenDecls map[string]string   // key of a declaration (input.Alt.Decl) that does not compile → reason
	takenNames  map[string]bool     // names that the compiler reported as declared twice
	env         *oracle.Environment // the time at which and the machine on which the tests are written
}

// Prepare decides how the tests of a package are built.
func Prepare(pkg *load.Package, h Header) (*Prepared, error) {
	external, err := underTesting(pkg, h)
	if err != nil {
		return nil, err
	}
	return &Prepared{pkg: pkg, header: h, external: external, env: oracle.NewEnvironment(pkg, h.Now), bridge: newBridge(pkg), brokenDecls: map[string]string{}, takenNames: map[string]bool{},
		errors: sync.OnceValue(func() []*types.Var { return harness.Sentinels(pkg) }),
		writes: sync.OnceValue(func() *varWrites { return newWrites(pkg, h) })}, nil
}

// Stub returns a suite without tests that imports the packages that tests commonly import.
func (p *Prepared) Stub() *Suite {
	name := p.pkg.Name
	if p.external {
		name += "_test"
	}
	const imports = "\n\nimport (\n\t_ \"fmt\"\n\t_ \"math\"\n\t_ \"reflect\"\n\t_ \"strings\"\n\t_ \"testing\"\n)\n"
	text := generated + "\n\npackage " + name + imports
	return &Suite{Pkg: p.pkg, prepared: p, Files: []File{{Name: TestFile, Data: []byte(text)}}}
}
