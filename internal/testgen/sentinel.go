package testgen

import (
	"go/types"
	"strings"
)

// sentinel returns the sentinel that an error with this message is, or may wrap, or nil if there is
// none that the file can name.
func (f *file) sentinel(msg string) (found *types.Var) {
	if msg == "" {
		return nil
	}
	for _, s := range f.sentinels() {
		switch {
		case f.external && !s.Var.Exported():
		case s.Msg == msg:
			return f.nameable(s.Var)
		case found == nil && (strings.HasSuffix(msg, ": "+s.Msg) || strings.HasPrefix(msg, s.Msg+": ")):
			found = s.Var
		}
	}
	return f.nameable(found)
}

// nameable returns v, or nil if the file cannot name it.
func (f *file) nameable(v *types.Var) *types.Var {
	if v == nil || f.try(func() { f.object(v) }) != nil {
		return nil
	}
	return v
}
