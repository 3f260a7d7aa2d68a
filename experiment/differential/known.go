package differential

import (
	"slices"
	"strings"
)

// known says why the engines differ on functions where that is known.
func known() map[string]string {
	const (
		files     = "reads files of the system, which the executor refuses"
		addresses = "compares the addresses of different variables, whose order Go leaves open"
		nilFirst  = "reads through a nil pointer and calls in one statement, in an order that Go leaves open"
		kept      = "a sync.Map keeps between native runs what they store"
		pooled    = "a sync.Pool gives native runs what others have put there"
		retyped   = "memory is used as another type, which the executor refuses"
		reflected = "a panic of package reflect on nil has another text"
	)
	return map[string]string{
		"mime.initMime":                       files,
		"mime.initMimeUnix":                   files,
		"mime.TypeByExtension":                files,
		"mime.ExtensionsByType":               files,
		"mime.AddExtensionType":               files,
		"mime.loadMimeGlobsFile":              files,
		"mime.loadMimeFile":                   files,
		"mime.setExtensionType":               kept,
		"mime.setMimeTypes":                   kept,
		"text/template/parse.(*lexer).errorf": nilFirst,
		"text/template/parse.lexInsideAction": retyped,
		"slices.overlaps":                     addresses,
		"sort.SliceIsSorted":                  reflected,
		"encoding/json.Valid":                 pooled,
		"encoding/json.Compact":               pooled,
		"encoding/json.Indent":                pooled,
		"encoding/json.appendCompact":         pooled,
		"encoding/json.appendIndent":          pooled,
		"encoding/json.freeScanner":           pooled,
	}
}

// Known is why the engines are known to differ on a function, "" if they are
// not.
func (r *Row) Known() string {
	if why := known()[r.Package+"."+r.Func]; why != "" {
		return why
	}
	all := func(text string) bool {
		return !slices.ContainsFunc(r.Gaps, func(g Gap) bool { return !strings.Contains(g.Reason, text) })
	}
	switch {
	case all("unsupported: function reflect."):
		return "prints by reflection that has no model"
	case all(" has no Go body"):
		return "calls code in assembly that has no model"
	}
	return ""
}
