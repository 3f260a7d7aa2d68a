//go:build !linux

package command

import (
	"fmt"

	"github.com/rogpeppe/go-internal/testscript"
)

func condition(name string) (bool, error) {
	switch name {
	case "mount", "sandbox":
		return false, nil
	}
	return false, fmt.Errorf("unknown condition %q", name)
}

func cmdTmpfs(ts *testscript.TestScript, neg bool, args []string) { ts.Fatalf("only on Linux") }

func cmdReadonly(ts *testscript.TestScript, neg bool, args []string) { ts.Fatalf("only on Linux") }
