package sandbox

import (
	"errors"
	"math"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// keepBelow lets only the descriptors below first go on to the program. A shell, a
// build tool or a CI system may have left others open in the process that starts it,
// and what is open already no filter of paths keeps away.
func keepBelow(first int) error {
	if unix.CloseRange(uint(first), math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC) == nil {
		return nil
	}
	return markEach(first)
}

// markEach is keepBelow for kernels before 5.11, and where containers forbid the call.
func markEach(first int) error {
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
