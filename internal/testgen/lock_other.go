//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package testgen

// Lock does nothing: this system has no locks of directories. Write still leaves every file
// whole.
func Lock(dir string) (unlock func(), err error) { return func() {}, nil }
