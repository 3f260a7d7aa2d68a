package testcheck

import (
	"go/types"
	"testing"
)

// TestNoticerNeedsSandbox: no changed code runs where it might do harm.
func TestNoticerNeedsSandbox(t *testing.T) {
	n, err := NewNoticer(t.Context(), nil, Options{}, func(*types.Func) bool { return true }, 1)
	if n != nil || err == nil {
		t.Errorf("%v, %v", n, err)
	}
}
