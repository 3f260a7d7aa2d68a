package sandbox

import (
	"context"
	"encoding/json"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Probe says which parts of a sandbox this system has. It starts a process
// that tries them, for what a kernel has may be forbidden here.
func Probe(ctx context.Context) Parts {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	o := order{Probe: true}
	env, err := o.environ(nil)
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

// probe tries the parts on the thread it runs on.
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

// tryLandlock gives up the root directory.
func tryLandlock() int {
	o := order{Parts: Parts{Landlock: landlockABI()}}
	if o.Parts.Landlock == 0 || o.landlock() != nil {
		return 0
	}
	fd, err := unix.Open("/", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err == nil {
		unix.Close(fd)
		return 0
	}
	return o.Parts.Landlock
}

// trySeccomp puts a watching filter in force whose listener goes away: what it
// would be asked about must fail then.
func trySeccomp() bool {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return false
	}
	page, err := newSecret("")
	if err != nil {
		return false
	}
	// It still has to say what it has found.
	err = (&order{Listener: pair[1], Policy: Policy{AllowFiles: true}}).filter(page)
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
