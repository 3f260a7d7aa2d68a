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
func importSetsTimers(p *load.Package, seen map[*load.Package]bool) bool {
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
		if importSetsTimers(q, seen) {
			return true
		}
	}
	return false
}
