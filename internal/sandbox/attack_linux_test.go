package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/sys/unix"
)

const attackVar = "NEARMISS_TEST_ATTACK"

// Outcomes of an attack.
const (
	refused  = "refused"  // each system call of the attack fails
	ended    = "ended"    // the guard ends the process
	survived = "survived" // the calls succeed and do no harm
)

// An attack is an attempt of a process in the sandbox to break out of it or to take too much.
// The process runs in its own directory.
type attack struct {
	name string
	want string                // the outcome
	do   func(a *target) error // returns nil if the attack succeeds
}

// A target tells the attacking process its attack and the things to attack.
type target struct {
	Name   string // name of the attack
	Parent int    // process id of the test
	Victim int    // process id of another process of the same user
	Tree   string // directory with files file and other, link to file, directory dir
}

// Limits of the attacking process, in bytes.
const (
	attackDisk   = 32 << 20
	attackMemory = 96 << 20  // for the guard
	attackData   = 256 << 20 // RLIMIT_DATA
)

// sharedZeros is the attack that is survived where all mappings share a page of zeros, and ended where each page that is read takes
// memory. A kernel with large pages may do either, from one process to the next.
const sharedZeros = "zeros that are shared"

var attacks = []attack{
	// Memory that RLIMIT_DATA does not count.
	{"map that grows down", refused, func(*target) error { return mapAnonymous(unix.MAP_PRIVATE | unix.MAP_GROWSDOWN) }},
	{"map of huge pages", refused, func(*target) error { return mapAnonymous(unix.MAP_PRIVATE | unix.MAP_HUGETLB) }},
	{"shared map", refused, func(*target) error { return mapAnonymous(unix.MAP_SHARED) }},
	{"shared map that grows down", refused, func(*target) error { return mapAnonymous(unix.MAP_SHARED | unix.MAP_GROWSDOWN) }},
	{"locked map", refused, func(*target) error { return mapAnonymous(unix.MAP_PRIVATE | unix.MAP_LOCKED) }},
	{"map made larger", refused, func(*target) error {
		b, err := unix.Mmap(-1, 0, 1<<20, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
		if err != nil {
			return err
		}
		_, err = unix.Mremap(b, 1<<30, unix.MREMAP_MAYMOVE)
		return err
	}},
	{"map made writable", refused, func(*target) error {
		b, err := unix.Mmap(-1, 0, 1<<30, unix.PROT_READ, unix.MAP_PRIVATE|unix.MAP_ANON)
		if err != nil {
			return err
		}
		return unix.Mprotect(b, unix.PROT_READ|unix.PROT_WRITE)
	}},
	{"stack without bound", refused, func(*target) error {
		var l unix.Rlimit
		if err := unix.Getrlimit(unix.RLIMIT_STACK, &l); err != nil || l.Max > 8<<20 {
			return err
		}
		return errors.New("bounded")
	}},
	{sharedZeros, survived, func(*target) error {
		f, err := os.Open("/dev/zero")
		if err != nil {
			return err
		}
		b, err := unix.Mmap(int(f.Fd()), 0, 4*attackMemory, unix.PROT_READ, unix.MAP_SHARED)
		return errors.Join(err, touchPages(b, 4096))
	}},
	{"tables of pages", ended, func(*target) error {
		for range 4 {
			b, err := unix.Mmap(-1, 0, 32<<30, unix.PROT_READ, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
			if err == nil {
				err = unix.Madvise(b, unix.MADV_NOHUGEPAGE)
			}
			if err := errors.Join(err, touchPages(b, 2<<20)); err != nil {
				return err
			}
		}
		return nil
	}},
	{"pages in pipes", refused, func(*target) error {
		var p [2]int
		if err := unix.Pipe(p[:]); err != nil {
			return err
		}
		page := make([]byte, 4096)
		v := unix.Iovec{Base: &page[0], Len: 4096}
		_, err := unix.Vmsplice(p[1], []unix.Iovec{v}, 0)
		f, err2 := os.Create("file")
		if err2 == nil {
			f.Write(page)
		}
		_, err3 := unix.Splice(int(f.Fd()), new(int64), p[1], nil, 4096, 0)
		_, err4 := unix.Sendfile(p[1], int(f.Fd()), new(int64), 4096)
		_, err5 := unix.Tee(p[0], p[1], 4096, 0)
		return either(err, errors.Join(err2, err3), err4, err5)
	}},
	{"thread with files of its own", refused, func(*target) error {
		runtime.LockOSThread()
		return call("clone", unix.CLONE_VM|unix.CLONE_FS|unix.CLONE_SIGHAND|unix.CLONE_SYSVSEM|unix.CLONE_THREAD)
	}},
	{"list of files of its own", refused, func(*target) error { return unix.CloseRange(1000, 1001, unix.CLOSE_RANGE_UNSHARE) }},

	// Disk.
	{"files without a name", ended, func(*target) error {
		return hoard(func(i int) (*os.File, error) {
			fd, err := unix.Open(".", unix.O_TMPFILE|unix.O_RDWR|unix.O_CLOEXEC, 0o600)
			return os.NewFile(uintptr(fd), "unnamed"), err
		})
	}},
	{"files that are removed while open", ended, func(*target) error {
		return hoard(func(i int) (*os.File, error) {
			f, err := os.Create("file")
			return f, errors.Join(err, os.Remove("file"))
		})
	}},
	{"files that are removed, mapped and closed", ended, func(*target) error {
		for range 4 {
			f, err := os.Create("file")
			if err != nil {
				return err
			}
			_, err = f.Write(make([]byte, 1<<20))
			_, err2 := unix.Mmap(int(f.Fd()), 0, 4096, unix.PROT_READ, unix.MAP_SHARED)
			if err := errors.Join(err, err2, f.Close(), os.Remove("file")); err != nil {
				return err
			}
		}
		return nil
	}},
	{"directories in one another", ended, func(*target) error { return burrow(4000, 0o700) }},
	{"directories that cannot be read", ended, func(*target) error {
		if err := os.Mkdir("shut", 0o300); err != nil {
			return err
		}
		return hoard(func(i int) (*os.File, error) { return os.Create(fmt.Sprintf("shut/%d", i)) })
	}},
	{"many names of one file", ended, func(*target) error {
		if err := os.WriteFile("file", nil, 0o600); err != nil {
			return err
		}
		for i := range maxEntries + 1 {
			if err := os.Link("file", fmt.Sprint(i)); err != nil {
				return err
			}
		}
		return nil
	}},
	{"room for a file at once", refused, func(*target) error {
		f, err := os.Create("file")
		if err != nil {
			return err
		}
		const keepSize = 1
		return either(unix.Fallocate(int(f.Fd()), 0, 0, 1<<20), unix.Fallocate(int(f.Fd()), keepSize, 0, 1<<40))
	}},
	{"files with holes", survived, func(*target) error {
		for i := range 40 {
			f, err := os.Create(fmt.Sprint(i))
			if err := errors.Join(err, f.Truncate(16<<20), f.Close()); err != nil {
				return err
			}
		}
		return nil
	}},
	{"links out", survived, func(a *target) error {
		return errors.Join(os.Mkdir("d", 0o300), os.Symlink(a.Tree, "d/link"), os.Symlink(a.Tree, "link"), os.Symlink(filepath.Join(a.Tree, "file"), "file"))
	}},

	// Other processes.
	{"signals by descriptors", refused, func(a *target) error {
		var p [2]int
		if err := unix.Pipe(p[:]); err != nil {
			return err
		}
		set := func(cmd, arg int) error { _, err := unix.FcntlInt(uintptr(p[0]), cmd, arg); return err }
		return either(set(unix.F_SETOWN, a.Victim), set(unix.F_SETOWN_EX, a.Victim), set(unix.F_SETSIG, int(unix.SIGKILL)),
			set(unix.F_SETLEASE, unix.F_WRLCK), set(unix.F_NOTIFY, 2), set(unix.F_SETPIPE_SZ, 1<<20),
			unix.IoctlSetPointerInt(p[0], 0x5452, 1), unix.IoctlSetPointerInt(p[0], 0x8901, a.Victim))
	}},
	{"typing into a terminal", refused, func(*target) error {
		x := byte('x')
		f, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
		f.Close()
		return either(err, call("ioctl", 0, unix.TIOCSTI, uintptr(unsafe.Pointer(&x))), call("ioctl", 1, unix.TIOCSTI, uintptr(unsafe.Pointer(&x))),
			call("ioctl", 0, 1<<32|unix.TIOCSTI, uintptr(unsafe.Pointer(&x))), unix.IoctlSetInt(0, unix.TIOCSCTTY, 1))
	}},
	{"timer for a thread of another", refused, func(a *target) error {
		const threadID = 4
		var id int32
		event := func(thread int) error {
			e := [16]int32{2: int32(unix.SIGKILL), 3: threadID, 4: int32(thread)}
			return call("timer_create", unix.CLOCK_MONOTONIC, uintptr(unsafe.Pointer(&e)), uintptr(unsafe.Pointer(&id)))
		}
		return either(event(a.Victim), event(a.Parent))
	}},
	{"files of processes", refused, func(a *target) error {
		var errs []error
		for _, path := range []string{"mem", "oom_score_adj", "comm", "clear_refs", "coredump_filter", "timerslack_ns", "setgroups", "uid_map", "attr/current", "autogroup"} {
			for _, pid := range []string{"self", "thread-self", fmt.Sprint(a.Parent), fmt.Sprint(a.Victim)} {
				errs = append(errs, write("/proc/"+pid+"/"+path))
			}
		}
		for _, path := range []string{"mem", "maps", "environ", "fd/0", "fd/1", "cwd/x", "root/etc/hostname"} {
			for _, pid := range []int{a.Parent, a.Victim} {
				_, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", pid, path))
				errs = append(errs, err)
			}
		}
		return either(errs...)
	}},
	{"settings of the kernel", refused, func(*target) error {
		var errs []error
		for _, path := range []string{"/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/sysrq-trigger", "/proc/self/root/proc/sysrq-trigger",
			"/sys/kernel/mm/transparent_hugepage/enabled", "/sys/fs/cgroup/cgroup.procs", "/sys/fs/cgroup/nearmiss/x", "/sys/devices/system/cpu/cpu1/online",
			"/dev/kmsg", "/dev/mem", "/dev/shm/x", "/dev/mqueue/x", "/run/x", "/var/tmp/x", "/tmp/x", "/dev/random", "/dev/full"} {
			errs = append(errs, write(path))
		}
		return either(errs...)
	}},
	{"calls that nothing needs", refused, func(a *target) error {
		for _, name := range strings.Fields(`ptrace process_vm_readv process_vm_writev process_madvise process_mrelease pidfd_open pidfd_getfd
			pidfd_send_signal kcmp rt_sigqueueinfo rt_tgsigqueueinfo tkill setpriority ioprio_set sched_setaffinity sched_setscheduler sched_setattr sched_setparam
			set_mempolicy mbind move_pages migrate_pages memfd_create memfd_secret userfaultfd perf_event_open bpf io_uring_setup io_uring_enter io_uring_register
			fanotify_init fanotify_mark inotify_init inotify_init1 keyctl add_key request_key seccomp landlock_create_ruleset landlock_add_rule landlock_restrict_self
			execveat vfork fork unshare setns mount umount2 pivot_root chroot open_tree move_mount fsopen fsmount fspick fsconfig mount_setattr statmount listmount
			name_to_handle_at open_by_handle_at quotactl quotactl_fd swapon swapoff reboot kexec_load kexec_file_load init_module finit_module delete_module
			acct syslog iopl ioperm settimeofday adjtimex clock_settime clock_adjtime sethostname setdomainname vhangup modify_ldt uselib remap_file_pages
			semget semop semctl msgget msgsnd msgrcv msgctl shmget shmat shmctl mq_open mq_unlink mq_notify setuid setgid setresuid setresgid setreuid setregid setgroups
			setfsuid setfsgid capset setpgid setsid setrlimit personality umask sync syncfs chmod fchmod fchmodat fchown setxattr removexattr utimensat
			socket socketpair sendmsg sendmmsg recvmsg connect bind listen accept4 sendto pkey_alloc mseal cachestat vmsplice tee splice sendfile fallocate signalfd4
			io_setup io_submit lookup_dcookie epoll_ctl_wait process_vm file_setattr open_tree_attr lsm_set_self_attr`) {
			if err := call(name, 0, 0, 0); err == nil || err != unix.EPERM && err != unix.ENOSYS {
				return nil // another error means that the kernel executed the call
			}
		}
		return unix.EPERM
	}},
	{"processes by clone", refused, func(*target) error {
		const thread = unix.CLONE_VM | unix.CLONE_FS | unix.CLONE_FILES | unix.CLONE_SIGHAND | unix.CLONE_SYSVSEM | unix.CLONE_THREAD
		var errs []error
		for _, flags := range []uintptr{unix.CLONE_VM | uintptr(unix.SIGCHLD), unix.CLONE_VM | unix.CLONE_VFORK, unix.CLONE_PARENT, unix.CLONE_NEWUSER,
			thread | unix.CLONE_NEWNS, thread | unix.CLONE_NEWNET, thread | unix.CLONE_NEWIPC, thread | unix.CLONE_NEWUSER, unix.CLONE_THREAD, unix.CLONE_FILES | unix.CLONE_VM} {
			errs = append(errs, call("clone", flags))
		}
		return either(errs...)
	}},
	{"calls of another architecture", refused, func(a *target) error {
		const x32 = 1 << 30
		if _, _, errno := unix.Syscall(x32|62, uintptr(a.Victim), uintptr(unix.SIGKILL), 0); errno != 0 {
			return errno
		}
		return nil
	}},
	{"descriptors sent", refused, func(*target) error {
		for fd := range 16 {
			if err := unix.Sendmsg(fd, []byte("x"), unix.UnixRights(0), nil, 0); err == nil {
				return nil
			}
		}
		return unix.EPERM
	}},
	{"its own directory", refused, func(*target) error {
		dir, err := os.Getwd()
		if err != nil {
			return nil
		}
		return either(os.Rename(dir, dir+"2"), os.Remove(dir), os.Chmod(dir, 0), os.Mkdir(dir+"/../beside", 0o700), os.Symlink("/", dir+"2"), os.Link("/usr/lib/os-release", "release"))
	}},
	{"ways through its own links", refused, func(a *target) error {
		own, err := unix.Open(".", unix.O_PATH|unix.O_DIRECTORY, 0)
		if err != nil {
			return nil
		}
		var errs []error
		read := func(dir int, path string) {
			fd, err := unix.Openat(dir, path, unix.O_RDONLY, 0)
			unix.Close(fd)
			errs = append(errs, err)
		}
		file := filepath.Join(a.Tree, "file")
		for _, path := range []string{"/proc/self/root" + file, "/proc/thread-self/root" + file, "/proc/self/cwd/../tree/file", fmt.Sprintf("/proc/self/fd/%d/../tree/file", own), "/dev/fd/../root" + file} {
			read(unix.AT_FDCWD, path)
		}
		read(own, "../tree/file")
		read(own, "../tree")
		for _, resolve := range []uint64{0, unix.RESOLVE_IN_ROOT} {
			fd, err := unix.Openat2(own, "../tree/file", &unix.OpenHow{Flags: unix.O_RDONLY, Resolve: resolve})
			unix.Close(fd)
			errs = append(errs, err)
		}
		return either(errs...)
	}},
	{"settings of the process", refused, func(a *target) error {
		var errs []error
		for _, option := range []int{unix.PR_SET_PDEATHSIG, unix.PR_SET_DUMPABLE, unix.PR_SET_PTRACER, unix.PR_SET_CHILD_SUBREAPER, unix.PR_SET_SECCOMP, unix.PR_SET_MM,
			unix.PR_SET_KEEPCAPS, unix.PR_CAPBSET_DROP, unix.PR_SET_SECUREBITS, unix.PR_SET_TIMERSLACK, unix.PR_MCE_KILL, unix.PR_SET_THP_DISABLE, unix.PR_SET_SPECULATION_CTRL,
			unix.PR_SCHED_CORE, unix.PR_SET_IO_FLUSHER, unix.PR_SET_NO_NEW_PRIVS, unix.PR_CAP_AMBIENT} {
			errs = append(errs, unix.Prctl(option, 1, 0, 0, 0))
		}
		for resource := range 16 {
			errs = append(errs, call("prlimit64", 0, uintptr(resource), uintptr(unsafe.Pointer(&unix.Rlimit{Cur: 1 << 40, Max: 1 << 40}))))
			errs = append(errs, call("prlimit64", uintptr(a.Parent), uintptr(resource), 0, uintptr(unsafe.Pointer(&unix.Rlimit{}))))
		}
		return either(errs...)
	}},
	{"poisoned page", refused, func(*target) error {
		b, err := unix.Mmap(-1, 0, 4096, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
		if err != nil {
			return err
		}
		const softOffline = 101
		return either(unix.Madvise(b, unix.MADV_HWPOISON), unix.Madvise(b, softOffline))
	}},
	{"devices", refused, func(*target) error {
		return either(unix.Mknod("disk", unix.S_IFBLK|0o600, 8<<8), unix.Mknod("mem", unix.S_IFCHR|0o600, 1<<8|1))
	}},
}

// either returns nil if any part of an attack succeeded.
func either(errs ...error) error {
	for _, err := range errs {
		if err == nil {
			return nil
		}
	}
	return errors.Join(errs...)
}

// call makes a system call by name. It returns ENOSYS if the architecture lacks the call.
func call(name string, args ...uintptr) error {
	info, err := arch.GetInfo("")
	if err != nil {
		return unix.ENOSYS
	}
	nr, ok := info.SyscallNames[name]
	if !ok {
		return unix.ENOSYS
	}
	var a [6]uintptr
	copy(a[:], args)
	if _, _, errno := unix.Syscall6(uintptr(nr), a[0], a[1], a[2], a[3], a[4], a[5]); errno != 0 {
		return errno
	}
	return nil
}

func mapAnonymous(flags int) error {
	_, err := unix.Mmap(-1, 0, 4<<20, unix.PROT_READ|unix.PROT_WRITE, flags|unix.MAP_ANON)
	return err
}

// touchPages reads every each-th byte.
func touchPages(b []byte, each int) error {
	sum := byte(0)
	for i := 0; i < len(b); i += each {
		sum += b[i]
	}
	if sum != 0 {
		return errors.New("not zeros")
	}
	return nil
}

func write(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.Write([]byte("1"))
	return err
}

// hoard writes files with twice as many bytes as the guard permits.
func hoard(create func(i int) (*os.File, error)) error {
	for i := range 8 {
		f, err := create(i)
		if err != nil {
			return err
		}
		kept = append(kept, f)
		if _, err := f.Write(make([]byte, attackDisk/4)); err != nil {
			return err
		}
	}
	return nil
}

var kept []*os.File // keeps the files of hoard open

// burrow makes nested directories.
func burrow(depth int, mode uint32) error {
	at, err := unix.Open(".", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	for range depth {
		if err == nil {
			err = unix.Mkdirat(at, "d", mode)
		}
		if err != nil {
			return err
		}
		var down int
		down, err = unix.Openat(at, "d", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		unix.Close(at)
		at = down
	}
	return err
}

// run executes the attack and prints its result. If the guard is expected to end the process,
// run waits for that.
func (a *target) run() {
	for _, x := range attacks {
		if x.name != a.Name {
			continue
		}
		err := x.do(a)
		if x.want == ended && err == nil {
			time.Sleep(time.Minute)
			fmt.Println("nothing ended it")
			return
		}
		if err == nil {
			fmt.Println("came through")
			return
		}
		fmt.Println("failed:", err)
		return
	}
	fmt.Println("no such attack")
}

// TestTaken checks that a guard counts the threads of a process, and memory that the process
// has written to.
func TestTaken(t *testing.T) {
	before, threads := memoryAndThreads(os.Getpid())
	done := make(chan struct{})
	defer close(done)
	var locked sync.WaitGroup
	const more = 40
	for range more {
		locked.Add(1)
		go func() {
			runtime.LockOSThread()
			locked.Done()
			<-done
		}()
	}
	locked.Wait()
	b, err := unix.Mmap(-1, 0, 64<<20, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Munmap(b)
	for i := 0; i < len(b); i += 4096 {
		b[i] = 1
	}
	after, now := memoryAndThreads(os.Getpid())
	if after < before+60<<20 || now < more || now < threads {
		t.Errorf("%d bytes and %d threads became %d and %d", before, threads, after, now)
	}
	if e := (Guard{Dir: t.TempDir(), Pid: os.Getpid(), Memory: after / 2}).exceeded(); e != TooMuchMemory {
		t.Errorf("a guard says %d", e)
	}
	if e := (Guard{Dir: t.TempDir(), Pid: os.Getpid(), Memory: after * 2}).exceeded(); e != 0 {
		t.Errorf("a guard with room says %d", e)
	}
}

// TestAttacks checks that attacks have the expected outcome and change nothing outside the
// sandbox.
func TestAttacks(t *testing.T) {
	p := parts(t)
	base, err := os.MkdirTemp("", "sandbox-test-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(base)
	tree := filepath.Join(base, "tree")
	if err := errors.Join(os.MkdirAll(filepath.Join(tree, "dir"), 0o755), os.WriteFile(filepath.Join(tree, "file"), []byte("precious"), 0o644)); err != nil {
		t.Fatal(err)
	}
	exe, as := copyOf(t, base), ordinary(t)
	os.Chmod(base, 0o755)
	if as != nil {
		for _, path := range []string{tree, filepath.Join(tree, "dir"), filepath.Join(tree, "file")} {
			os.Chown(path, int(as.Uid), int(as.Gid))
		}
	}
	victim := exec.Command("sleep", "600")
	victim.SysProcAttr = &syscall.SysProcAttr{Credential: as}
	if err := victim.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := victim.Process.Signal(syscall.Signal(0)); err != nil {
			t.Errorf("the victim is dead: %v", err)
		}
		victim.Process.Kill()
		victim.Wait()
	}()
	before := manifest(t, tree)
	for _, x := range attacks {
		t.Run(x.name, func(t *testing.T) {
			for _, watched := range []bool{false, true} {
				a := target{Name: x.name, Parent: os.Getpid(), Victim: victim.Process.Pid, Tree: tree}
				if got := a.attack(t, p, exe, base, as, watched); got != x.want && !(x.name == sharedZeros && got == ended) {
					t.Errorf("watched %v: it is %s, want %s", watched, got, x.want)
				}
				if after := manifest(t, tree); after != before {
					t.Errorf("watched %v: the tree was\n%sand is\n%s", watched, before, after)
				}
			}
		})
	}
}

// attack starts the attacking process and returns the outcome.
func (a *target) attack(t *testing.T, p Parts, exe, base string, as *syscall.Credential, watched bool) string {
	t.Helper()
	own, err := os.MkdirTemp(base, "own-")
	if err != nil {
		t.Fatal(err)
	}
	if as != nil {
		os.Chown(own, int(as.Uid), int(as.Gid))
	}
	text, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Dir, cmd.Env = own, []string{attackVar + "=" + string(text), "TMPDIR=" + own}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: as}
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	policy := Policy{Write: []string{own}, Memory: attackData}
	var w *Watcher
	if watched {
		w, err = p.Watch(cmd, policy)
	} else {
		err = p.Wrap(cmd, policy)
	}
	if err = errors.Join(err, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	if w != nil {
		w.Begin()
		defer w.Close()
	}
	done, guarded, excess := make(chan struct{}), make(chan struct{}), Excess(0)
	go func() {
		defer close(guarded)
		g := Guard{Dir: own, Disk: attackDisk, Pid: cmd.Process.Pid, Memory: attackMemory}
		g.Watch(done, func(e Excess) {
			excess = e
			cmd.Process.Kill()
		})
	}()
	err = cmd.Wait()
	close(done)
	<-guarded
	if err := Remove(own); err != nil {
		t.Error(err)
	}
	switch said, _, _ := strings.Cut(out.String(), ":"); {
	case excess != 0:
		return ended
	case err == nil && said == "came through\n":
		return survived
	case err == nil && said == "failed":
		return refused
	}
	return out.String()
}
