package sandbox

import (
	"os"

	"golang.org/x/sys/unix"
)

// limits bounds what the process takes from the machine. Data is what is
// written to, other than address space, of which the Go runtime reserves far
// more than it uses.
func limits(p *Policy) error {
	list := []struct {
		resource int
		most     uint64
	}{
		{unix.RLIMIT_CORE, 0},
		{unix.RLIMIT_FSIZE, uint64(p.FileSize)},
		{unix.RLIMIT_NOFILE, uint64(p.Files)},
		{unix.RLIMIT_MSGQUEUE, 0},
		{unix.RLIMIT_MEMLOCK, 64 << 10},
	}
	if p.Memory > 0 {
		list = append(list, struct {
			resource int
			most     uint64
		}{unix.RLIMIT_DATA, uint64(p.Memory)})
	}
	for _, l := range list {
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

// dropCapabilities takes away what a superuser can do beyond owning files. No
// new privileges means that executing a program does not bring it back.
func dropCapabilities() error {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
	return os.NewSyscallError("capset", unix.Capset(&header, &none[0]))
}
