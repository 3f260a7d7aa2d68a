package command

import (
	"context"
	"fmt"
	"os"
	"sync"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"

	"nearmiss/internal/sandbox"
)

// canMount tries to mount a file system: in a container even root may not be allowed to.
var canMount = sync.OnceValue(func() bool {
	dir, err := os.MkdirTemp("", "nearmiss-mount-")
	if err != nil {
		return false
	}
	defer os.Remove(dir)
	if syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=16k") != nil {
		return false
	}
	return syscall.Unmount(dir, 0) == nil
})

func condition(name string) (bool, error) {
	switch name {
	case "mount":
		return canMount(), nil
	case "sandbox":
		return sandbox.Probe(context.Background()).Complete(), nil
	}
	return false, fmt.Errorf("unknown condition %q", name)
}

// cmdTmpfs mounts a separate file system with a capacity in bytes on a directory.
func cmdTmpfs(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: tmpfs dir size")
	}
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o777))
	ts.Check(syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+args[1]))
	ts.Defer(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			ts.Logf("unmount %s: %v", dir, err)
		}
	})
}

// cmdReadonly remounts a file system of cmdTmpfs read-only, for root too.
func cmdReadonly(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: readonly dir")
	}
	ts.Check(syscall.Mount("", ts.MkAbs(args[0]), "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""))
}
