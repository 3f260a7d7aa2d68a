package testgen

import (
	"fmt"
	"strings"
	"sync"

	"nearmiss/internal/load"
)

// Prepared is what all suites of one package have in common, whichever cases
// they hold.
type Prepared struct {
	pkg      *load.Package
	header   Header
	external bool
	bridge   *bridge // of external tests
	errors   func() []sentinel
	writes   func() *writes
	unsound  map[string]string // what alternatives declare and does not compile → why
	taken    map[string]bool   // names that the compiler found to be declared twice
	env      *environment      // when and where it is written
}

// Prepare decides how the tests of a package are built.
func Prepare(pkg *load.Package, h Header) (*Prepared, error) {
	external, err := UnderTesting(pkg)
	if err != nil {
		return nil, err
	}
	return &Prepared{pkg: pkg, header: h, external: external, env: newEnvironment(pkg, h.Now), bridge: newBridge(pkg), unsound: map[string]string{}, taken: map[string]bool{},
		errors: sync.OnceValue(func() []sentinel { return sentinels(pkg) }),
		writes: sync.OnceValue(func() *writes { return newWrites(pkg, h.Changes) })}, nil
}

// Stub is a suite without tests that imports what tests do.
func (p *Prepared) Stub() *Suite {
	name := p.pkg.Name
	if p.external {
		name += "_test"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\npackage %s\n\nimport (\n", generated, name)
	for _, path := range []string{"fmt", "math", "reflect", "strings", "testing"} {
		fmt.Fprintf(&b, "\t_ %q\n", path)
	}
	b.WriteString(")\n")
	return &Suite{Pkg: p.pkg, prepared: p, Files: []File{{Name: TestFile, Data: []byte(b.String())}}}
}
