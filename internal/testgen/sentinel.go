package testgen

import (
	"go/types"
	"strings"
)

// sentinel returns the sentinel that an error with this message is, or may wrap, or nil if there is
// none that the file can name, or if there are several with the message.
func (f *file) sentinel(msg string) *types.Var {
	var is, wraps []*types.Var
	for _, s := range f.sentinels() {
		switch {
		case msg == "" || f.external && !s.Var.Exported():
		case s.Msg == msg:
			is = append(is, s.Var)
		case strings.HasSuffix(msg, ": "+s.Msg) || strings.HasPrefix(msg, s.Msg+": "):
			wraps = append(wraps, s.Var)
		}
	}
	switch {
	case len(is) == 1:
		return f.nameable(is[0])
	case len(is) == 0 && len(wraps) > 0:
		return f.nameable(wraps[0])
	}
	return nil
}

// nameable returns v, or nil if the file cannot name it.
func (f *file) nameable(v *types.Var) *types.Var {
	if v == nil || f.try(func() { f.object(v) }) != nil {
		return nil
	}
	return v
}
