package sandbox

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// limits bounds what the process takes from the machine, other than memory.
func limits(p *Policy) error {
	for _, l := range []struct {
		resource int
		most     uint64
	}{
		{unix.RLIMIT_CORE, 0},
		{unix.RLIMIT_FSIZE, uint64(p.FileSize)},
		{unix.RLIMIT_NOFILE, uint64(p.Files)},
		{unix.RLIMIT_MSGQUEUE, 0},
		{unix.RLIMIT_MEMLOCK, 64 << 10},
		{unix.RLIMIT_STACK, 8 << 20}, // which counts as no data
	} {
		var old unix.Rlimit
		if err := unix.Prlimit(0, l.resource, nil, &old); err != nil {
			return os.NewSyscallError("prlimit", err)
		}
		most := min(l.most, old.Max)
		if err := unix.Prlimit(0, l.resource, &unix.Rlimit{Cur: most, Max: most}, nil); err != nil {
			return os.NewSyscallError("prlimit", err)
		}
	}
	return nil
}

// bound takes down how much data the program may have, as much as now if most is 0.
// Data is what is written to, other than address space, of which the Go runtime
// reserves far more than it uses.
func (s *secret) bound(most int64) error {
	l := (*unix.Rlimit)(unsafe.Pointer(&s.page[limitAt]))
	if err := unix.Prlimit(0, unix.RLIMIT_DATA, nil, l); err != nil {
		return os.NewSyscallError("prlimit", err)
	}
	if most > 0 {
		l.Max = min(uint64(most), l.Max)
		l.Cur = l.Max
	}
	return nil
}

// dropCapabilities takes away what a superuser can do beyond owning files. No
// new privileges means that executing a program does not bring it back.
func dropCapabilities() error {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
	return os.NewSyscallError("capset", unix.Capset(&header, &none[0]))
}
