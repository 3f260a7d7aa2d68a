package native

import (
	"bytes"
	"os"
	"syscall"
)

// A Go program reads the clock in the vDSO, code that the kernel maps into each process, where no filter
// sees it. The runtime looks this code up by name. A program with another name in its place finds
// nothing and asks the kernel.

// vdsoNames are the names by which the runtime looks up the clock, on all architectures.
var vdsoNames = [][]byte{[]byte("__vdso_clock_gettime"), []byte("__kernel_clock_gettime")}

// slowClock returns the path of a copy of the executable that asks the kernel for the time, or of the
// executable itself if it cannot be copied.
func (b *Binary) slowClock() string {
	b.copied.Do(func() {
		b.copy = b.Path + "-clock"
		if err := copyWithout(vdsoNames, b.Path, b.copy); err != nil {
			b.copy = b.Path
		}
	})
	return b.copy
}

// copyWithout copies an executable and overwrites names in it.
func copyWithout(names [][]byte, from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	for _, name := range names {
		for rest := text; ; {
			i := bytes.Index(rest, name)
			if i < 0 {
				break
			}
			copy(rest[i:], bytes.Repeat([]byte{'_'}, len(name)))
			rest = rest[i+len(name):]
		}
	}
	syscall.ForkLock.RLock() // the system executes no file that a process forked meanwhile holds open for writing
	defer syscall.ForkLock.RUnlock()
	return os.WriteFile(to, text, 0o700)
}
