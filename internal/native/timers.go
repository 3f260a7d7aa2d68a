package native

import (
	"go/types"
	"strings"

	"nearmiss/internal/load"
)

// timers reports whether the code of a package may set timers: itself, or by a
// package that is known for it or not known at all. Who waits may then wait for
// one, and the runtime does not say so.
func timers(p *load.Package) bool {
	if p.Info == nil || p.ImportPath == "time" {
		return true
	}
	for _, obj := range p.Info.Uses {
		if f, ok := obj.(*types.Func); ok && f.Pkg() != nil && setsTimer(f) {
			return true
		}
	}
	seen := map[*load.Package]bool{p: true}
	for _, q := range p.Imports {
		if brings(q, seen) {
			return true
		}
	}
	return false
}

// setsTimer reports whether a function begins a wait that the clock ends.
func setsTimer(f *types.Func) bool {
	switch f.Pkg().Path() {
	case "time":
		switch f.Name() {
		case "After", "AfterFunc", "NewTimer", "NewTicker", "Tick", "Reset":
			return true
		}
	case "context":
		return strings.HasPrefix(f.Name(), "WithTimeout") || strings.HasPrefix(f.Name(), "WithDeadline")
	}
	return false
}

// brings reports whether an import may set timers for its users. Of the
// standard library only the packages that talk to the outside do.
func brings(p *load.Package, seen map[*load.Package]bool) bool {
	if seen[p] {
		return false
	}
	seen[p] = true
	if p.Std {
		first, _, _ := strings.Cut(p.ImportPath, "/")
		switch {
		case first == "net" || first == "testing":
			return p.ImportPath != "net/url" && p.ImportPath != "net/netip" && p.ImportPath != "net/textproto" && p.ImportPath != "net/mail" && p.ImportPath != "testing/iotest"
		case p.ImportPath == "os/exec" || p.ImportPath == "database/sql" || p.ImportPath == "log/syslog":
			return true
		}
		return false
	}
	if p.Types == nil {
		return true
	}
	for _, q := range p.Types.Imports() {
		switch q.Path() {
		case "time", "context", "net", "net/http", "os/exec":
			return true
		}
	}
	for _, q := range p.Imports {
		if brings(q, seen) {
			return true
		}
	}
	return false
}
