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

// sharedFile returns an unnamed file in memory that can be sealed, or an unlinked temporary file
// if the system has no such files.
func sharedFile() (*os.File, error) {
	fd, err := unix.MemfdCreate("nearmiss", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return unlinkedFile()
	}
	return os.NewFile(uintptr(fd), "shared"), nil
}

// seal fixes the size of a shared file. If the code under test could truncate it, the worker would
// die and its latest input would be lost. An unlinked temporary file cannot be sealed, and the
// error is ignored.
func seal(f *os.File) {
	unix.FcntlInt(f.Fd(), unix.F_ADD_SEALS, unix.F_SEAL_SHRINK|unix.F_SEAL_GROW|unix.F_SEAL_SEAL)
}

// workerAttr starts a worker in a new process group, and kills it when this
// process ends. The kernel sends the signal when the thread ends that started
// the worker. Go does not end threads, unless a goroutine exits while locked to
// its thread.
func workerAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// limit sets resource limits of a worker. It limits the data segment rather
// than the address space, of which the Go runtime reserves far more than it uses.
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

// awaitEnd waits for the end of a process without reaping it, so that the
// system does not reuse its process number and that of its group.
func awaitEnd(pid int) bool {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			return err == nil
		}
	}
}

// resident returns the maximum resident memory of a dead process, in bytes.
func resident(st *os.ProcessState) int64 {
	if u, ok := st.SysUsage().(*syscall.Rusage); ok {
		return int64(u.Maxrss) << 10
	}
	return 0
}

// usageOf reads the processor usage of a process, over all its threads.
func usageOf(pid int) usage {
	var total usage
	dir := "/proc/" + strconv.Itoa(pid) + "/task/"
	threads, err := os.ReadDir(dir)
	if err != nil {
		return usage{runnable: true} // the process has just ended
	}
	for _, thread := range threads {
		text, err := os.ReadFile(dir + thread.Name() + "/stat")
		if err != nil {
			continue
		}
		// The command name in parentheses may hold any characters. The first
		// field after it is the state, fields 12 and 13 are the ticks in user
		// and in kernel mode.
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		if len(fields) < 13 {
			continue
		}
		switch fields[0] {
		case "R", "D":
			total.runnable = true
		}
		for _, ticks := range fields[11:13] {
			n, _ := strconv.Atoi(ticks)
			total.cpu += time.Duration(n) * (time.Second / 100)
		}
	}
	return total
}
