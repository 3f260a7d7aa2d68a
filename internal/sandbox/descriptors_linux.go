package sandbox

import (
	"errors"
	"math"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// setCloexecFrom marks the descriptors from first on as close-on-exec, so that the program does
// not inherit them. A shell, a build tool or a CI system may have left descriptors open in the
// parent process, and Landlock does not restrict files that are open already.
func setCloexecFrom(first int) error {
	if unix.CloseRange(uint(first), math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC) == nil {
		return nil
	}
	return setCloexecEach(first)
}

// setCloexecEach does the same as setCloexecFrom for kernels before 5.11 and for containers that
// forbid close_range.
func setCloexecEach(first int) error {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return err
	}
	for _, e := range entries {
		fd, err := strconv.Atoi(e.Name())
		if err != nil || fd < first {
			continue
		}
		if _, err := unix.FcntlInt(uintptr(fd), unix.F_SETFD, unix.FD_CLOEXEC); err != nil && !errors.Is(err, unix.EBADF) {
			return os.NewSyscallError("fcntl", err)
		}
	}
	return nil
}
