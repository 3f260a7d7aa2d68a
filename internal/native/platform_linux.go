package native

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// sharedFile returns a file without a name that can be sealed, if the system has such.
func sharedFile() (*os.File, error) {
	fd, err := unix.MemfdCreate("nearmiss", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return unlinkedFile()
	}
	return os.NewFile(uintptr(fd), "shared"), nil
}

// seal fixes the size of a shared file: a worker whose memory the code under test cuts
// off would die without a word of what it ran. Files that have no seals stay as they are.
func seal(f *os.File) {
	unix.FcntlInt(f.Fd(), unix.F_ADD_SEALS, unix.F_SEAL_SHRINK|unix.F_SEAL_GROW|unix.F_SEAL_SEAL)
}

// workerAttr puts a worker in a group of its own and ends it with us. The
// signal comes when the thread ends that started the worker; Go keeps its
// threads, but for those that a goroutine locked and left.
func workerAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// limit bounds what a worker takes from the machine. Data is what is written
// to, other than address space, of which the runtime reserves far more than
// it uses.
func limit(pid int, memory int64) error {
	for _, l := range []struct {
		resource int
		most     uint64
	}{
		{unix.RLIMIT_DATA, uint64(memory)},
		{unix.RLIMIT_CORE, 0},
		{unix.RLIMIT_FSIZE, 64 << 20},
		{unix.RLIMIT_NOFILE, 256},
	} {
		if err := unix.Prlimit(pid, l.resource, &unix.Rlimit{Cur: l.most, Max: l.most}, nil); err != nil && err != unix.ESRCH {
			return os.NewSyscallError("prlimit", err)
		}
	}
	return nil
}

// awaitEnd waits for the end of a process without reaping it, so that its
// number and that of its group are not given to others yet.
func awaitEnd(pid int) bool {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			return err == nil
		}
	}
}

// resident returns the most memory that a dead process has had, in bytes.
func resident(st *os.ProcessState) int64 {
	if u, ok := st.SysUsage().(*syscall.Rusage); ok {
		return int64(u.Maxrss) << 10
	}
	return 0
}

// usageOf reads the usage of a process and its threads.
func usageOf(pid int) usage {
	var u usage
	dir := "/proc/" + strconv.Itoa(pid) + "/task/"
	threads, err := os.ReadDir(dir)
	if err != nil {
		return usage{ready: true} // it has just ended
	}
	for _, thread := range threads {
		text, err := os.ReadFile(dir + thread.Name() + "/stat")
		if err != nil {
			continue
		}
		// The name in parentheses may hold anything. Behind it: the state,
		// and as numbers 12 and 13 the ticks in and out of user mode.
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		if len(fields) < 13 {
			continue
		}
		switch fields[0] {
		case "R", "D":
			u.ready = true
		}
		for _, ticks := range fields[11:13] {
			n, _ := strconv.Atoi(ticks)
			u.cpu += time.Duration(n) * (time.Second / 100)
		}
	}
	return u
}
