package instrument

import (
	"go/ast"
	"strings"
)

// exemptPragmas lists the directives of functions that must not contain additional calls, with
// reasons.
var exemptPragmas = map[string]string{
	"//go:nosplit":            "the function may not grow its stack (go:nosplit)",
	"//go:norace":             "the function is part of the runtime's support (go:norace)",
	"//go:nocheckptr":         "the function handles raw pointers (go:nocheckptr)",
	"//go:nowritebarrier":     "the function is part of the runtime (go:nowritebarrier)",
	"//go:nowritebarrierrec":  "the function is part of the runtime (go:nowritebarrierrec)",
	"//go:yeswritebarrierrec": "the function is part of the runtime (go:yeswritebarrierrec)",
	"//go:systemstack":        "the function runs on the system stack (go:systemstack)",
	"//go:cgo_unsafe_args":    "the function is called from C (go:cgo_unsafe_args)",
	"//go:uintptrkeepalive":   "the function passes pointers as integers (go:uintptrkeepalive)",
	"//go:uintptrescapes":     "the function passes pointers as integers (go:uintptrescapes)",
	"//export":                "the function is called from C (export)",
	"//go:registerparams":     "the function is part of the runtime (go:registerparams)",
}

// exemptReason returns the reason not to instrument d, "" if there is none.
func exemptReason(d *ast.FuncDecl) string {
	if d.Doc == nil {
		return ""
	}
	for _, c := range d.Doc.List {
		name, _, _ := strings.Cut(c.Text, " ")
		if reason := exemptPragmas[name]; reason != "" {
			return reason
		}
	}
	return ""
}
