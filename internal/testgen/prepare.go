package testgen

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
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
	all      []Func
	broken   map[string]string // what cannot be exported → why
	errors   func() []sentinel
	writes   func() *writes
	unsound  map[string]string // what alternatives declare and does not compile → why
	taken    map[string]bool   // names that the compiler found to be declared twice
	vetApart bool              // vet objects to the user's files: it is asked apart
	noRace   string            // why the race detector cannot be used, "" if it can
	era      *era              // when and where it is written
	own      ownTests          // what suites have found out about them so far
}

// Prepare decides how the tests of a package are built. all is every function
// that may have cases in a suite: the bridge that goes with external tests
// exports what they need, so that the same bridge, and what is compiled with
// it, serves every suite. Cases are not looked at.
func Prepare(pkg *load.Package, all []Func, h Header) (*Prepared, error) {
	external, err := UnderTesting(pkg)
	if err != nil {
		return nil, err
	}
	return &Prepared{pkg: pkg, header: h, external: external, all: all, noRace: otherWithRace(pkg), era: newEra(pkg, h.Now), broken: map[string]string{}, unsound: map[string]string{}, taken: map[string]bool{},
		errors: sync.OnceValue(func() []sentinel { return sentinels(pkg) }),
		writes: sync.OnceValue(func() *writes { return newWrites(pkg, h.Changes) })}, nil
}

// Warm compiles what Verify will need for suites of the package, so that it
// finds it in the build cache. Nothing is run. The error is the
// *BrokenTestsError of Verify, where that is known already: no suite of the
// package can be built. It is no fault if anything else keeps it from its end:
// Verify will say what is wrong.
func (p *Prepared) Warm(ctx context.Context, opts VerifyOptions) error {
	temp, err := os.MkdirTemp(os.Getenv("GOTMPDIR"), "nearmiss-warm-")
	if err != nil {
		return nil
	}
	defer os.RemoveAll(temp)
	s, err := p.stub()
	if err != nil {
		return nil
	}
	r := &runner{opts: opts, temp: temp, names: map[string]string{}}
	if r.place(s) != nil {
		return nil
	}
	race, _ := opts.detector(p)
	text, ok, err := r.compile(ctx, race, true)
	if !ok && err == nil && race && raceless(text) != "" {
		race = false
		text, ok, err = r.compile(ctx, race, true)
	}
	if ok || err != nil {
		return nil
	}
	for _, d := range diagnostics(text) {
		if d.file == r.names[BridgeFile] {
			p.refuse(s, d)
		}
	}
	if len(r.mine(text)) > 0 {
		return nil
	}
	if text, ok, err = r.compile(ctx, race, false); ok || err != nil { // it was vet
		return nil
	}
	if race {
		if text, ok, err = r.withoutRace(ctx, p, text); ok || err != nil {
			return nil
		}
	}
	return r.brokenOwn(text)
}

// withoutRace builds the tests without the race detector after they have not built
// with it, and remembers if only that can be done. It returns what the compiler says.
func (r *runner) withoutRace(ctx context.Context, p *Prepared, said string) (text string, ok bool, err error) {
	if text, ok, err = r.compile(ctx, false, false); ok {
		p.noRace = "they do not build with it: " + firstLine(said)
	}
	return text, ok, err
}

// brokenOwn is the error of a build that failed, if what the compiler says of
// first is a test file of the package itself.
func (r *runner) brokenOwn(text string) error {
	all := diagnostics(text)
	if len(r.mine(text)) > 0 || len(all) == 0 || !strings.HasSuffix(all[0].file, "_test.go") {
		return nil
	}
	broken := brokenTests(r.suite.Pkg, all[0])
	if filepath.Dir(broken.Pos.Filename) != r.suite.Pkg.Dir {
		return nil
	}
	return broken
}

// stub is a suite without tests that imports what tests do.
func (p *Prepared) stub() (*Suite, error) {
	s, f, _ := p.begin()
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
	s.Files = []File{{Name: TestFile, Data: []byte(b.String())}}
	return s, s.addBridge(f, nil)
}

// refuse remembers that an export does not compile and reports whether the
// message is about one.
func (p *Prepared) refuse(s *Suite, d diagnostic) bool {
	key := s.exports[d.line]
	if key == "" || p.broken[key] != "" {
		return false
	}
	p.broken[key] = d.msg
	return true
}
