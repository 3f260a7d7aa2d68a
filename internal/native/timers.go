package native

import (
	"go/types"
	"strings"

	"nearmiss/internal/load"
)

// maySetTimers reports whether the code of a package may set timers, by itself
// or by an import. A goroutine that waits for ever cannot then be told from one
// that waits for a timer.
func maySetTimers(p *load.Package) bool {
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
		if importSetsTimers(q, seen) {
			return true
		}
	}
	return false
}

// setsTimer reports whether a function sets a timer or a deadline.
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

// importSetsTimers reports whether an imported package may set timers. In the
// standard library, only packages that communicate with the outside do.
func importSetsTimers(pkg *load.Package, seen map[*load.Package]bool) bool {
	if seen[pkg] {
		return false
	}
	seen[pkg] = true
	if pkg.Std {
		first, _, _ := strings.Cut(pkg.ImportPath, "/")
		switch {
		case first == "net" || first == "testing":
			return pkg.ImportPath != "net/url" && pkg.ImportPath != "net/netip" && pkg.ImportPath != "net/textproto" && pkg.ImportPath != "net/mail" && pkg.ImportPath != "testing/iotest"
		case pkg.ImportPath == "os/exec" || pkg.ImportPath == "database/sql" || pkg.ImportPath == "log/syslog":
			return true
		}
		return false
	}
	if pkg.Types == nil {
		return true
	}
	for _, q := range pkg.Types.Imports() {
		switch q.Path() {
		case "time", "context", "net", "net/http", "os/exec":
			return true
		}
	}
	for _, q := range pkg.Imports {
		if importSetsTimers(q, seen) {
			return true
		}
	}
	return false
}
