package sandbox

import (
	"cmp"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// maxFileSize is the limit in bytes of one file.
const maxFileSize = 64 << 20

// setLimits sets the resource limits of this process, except for the memory limit.
func setLimits(p *Policy) error {
	for _, l := range []struct {
		resource int
		most     uint64
	}{
		{unix.RLIMIT_CORE, 0},
		{unix.RLIMIT_FSIZE, maxFileSize},
		{unix.RLIMIT_NOFILE, uint64(cmp.Or(p.Files, 256))},
		{unix.RLIMIT_MSGQUEUE, 0},
		{unix.RLIMIT_MEMLOCK, 64 << 10},
		{unix.RLIMIT_STACK, 8 << 20}, // RLIMIT_DATA does not count the stack
	} {
		var old unix.Rlimit
		if err := unix.Prlimit(0, l.resource, nil, &old); err != nil {
			return os.NewSyscallError("prlimit", err)
		}
		limit := min(l.most, old.Max)
		if err := unix.Prlimit(0, l.resource, &unix.Rlimit{Cur: limit, Max: limit}, nil); err != nil {
			return os.NewSyscallError("prlimit", err)
		}
	}
	return nil
}

// prepareMemoryLimit stores the program's RLIMIT_DATA in the secret memory: limit bytes, or the
// present limit if limit is 0. RLIMIT_DATA counts writable memory. A limit of the address space
// would not do, because the Go runtime reserves far more of that than it uses.
func (s *secret) prepareMemoryLimit(limit int64) error {
	l := (*unix.Rlimit)(unsafe.Pointer(&s.page[limitOffset]))
	if err := unix.Prlimit(0, unix.RLIMIT_DATA, nil, l); err != nil {
		return os.NewSyscallError("prlimit", err)
	}
	if limit > 0 {
		l.Max = min(uint64(limit), l.Max)
		l.Cur = l.Max
	}
	return nil
}

// dropCapabilities removes all capabilities, so that a superuser can do no more than the owner
// of the superuser's files. PR_SET_NO_NEW_PRIVS keeps execve from restoring them.
func dropCapabilities() error {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
	return os.NewSyscallError("capset", unix.Capset(&header, &none[0]))
}
