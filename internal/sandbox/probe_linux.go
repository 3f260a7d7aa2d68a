package sandbox

import (
	"context"
	"encoding/json"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Probe returns the parts of a sandbox that this system provides. It starts a process that
// tries them, because a container may forbid mechanisms that the kernel has.
func Probe(ctx context.Context) Parts {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	spec := launchSpec{Probe: true}
	env, err := spec.environ(nil)
	if err != nil {
		return Parts{}
	}
	cmd := exec.CommandContext(ctx, "/proc/self/exe")
	cmd.Args, cmd.Env, cmd.Dir = []string{launchName}, env, "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	out, err := cmd.Output()
	var p Parts
	if err != nil || json.Unmarshal(out, &p) != nil {
		return Parts{}
	}
	return p
}

// probe tries the parts on the current thread and returns them as JSON.
func probe() string {
	var p Parts
	if unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == nil {
		p.Landlock = tryLandlock()
		p.Seccomp = trySeccomp()
	}
	text, err := json.Marshal(p)
	if err != nil {
		panic("sandbox: BUG: " + err.Error())
	}
	return string(text)
}

// tryLandlock restricts this thread with Landlock and tries to open the root directory. It
// returns the ABI version of Landlock, 0 if Landlock has no effect.
func tryLandlock() int {
	spec := launchSpec{Parts: Parts{Landlock: landlockABI()}}
	if spec.Parts.Landlock == 0 || spec.applyLandlock() != nil {
		return 0
	}
	fd, err := unix.Open("/", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err == nil {
		unix.Close(fd)
		return 0
	}
	return spec.Parts.Landlock
}

// trySeccomp reports whether seccomp filters with user notification work. It installs a filter
// with a listener and closes the listener: watched system calls must fail then.
func trySeccomp() bool {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return false
	}
	page, err := newSecret("")
	if err != nil {
		return false
	}
	// AllowFiles lets this process print the result of the probe.
	err = (&launchSpec{Listener: pair[1], Policy: Policy{AllowFiles: true}}).installFilter(page)
	unix.Close(pair[0])
	if err != nil {
		return false
	}
	fd, _, errno := unix.RawSyscall(unix.SYS_SOCKET, unix.AF_INET, unix.SOCK_DGRAM, 0)
	if errno == 0 {
		unix.Close(int(fd))
	}
	return errno != 0
}
