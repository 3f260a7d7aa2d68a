package sandbox

import (
	"os"
	"slices"
	"strings"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"golang.org/x/sys/unix"
)

// The system calls that a process in the sandbox may make, by name. A name
// that an architecture does not have counts for nothing there. All that is not
// named fails with EPERM.

// computing are those that reach nothing outside the process: memory, its own
// threads, time, descriptors it has.
var computing = strings.Fields(`
	close lseek read readv pread64 preadv preadv2
	munmap mprotect mremap madvise mincore brk msync mlock mlock2 munlock membarrier rseq
	futex futex_wait futex_wake futex_requeue futex_waitv set_robust_list get_robust_list set_tid_address arch_prctl
	rt_sigprocmask rt_sigreturn rt_sigpending rt_sigtimedwait rt_sigsuspend sigaltstack restart_syscall pause
	nanosleep clock_nanosleep clock_gettime clock_getres gettimeofday time times
	getitimer setitimer alarm timer_create timer_settime timer_gettime timer_getoverrun timer_delete
	timerfd_create timerfd_settime timerfd_gettime
	getpid gettid getppid
	getpriority getcpu getrusage getrandom
	sched_yield sched_getparam sched_getscheduler sched_get_priority_max sched_get_priority_min sched_rr_get_interval
	epoll_create epoll_create1 epoll_ctl epoll_ctl_old epoll_wait epoll_pwait epoll_pwait2
	eventfd eventfd2 pipe pipe2 poll ppoll select pselect6 dup dup2 dup3
	fstat fstatfs fsync fdatasync sync_file_range fadvise64 readahead copy_file_range
	flock getdents getdents64 exit exit_group`)

// writing are those that do so by descriptors. One that is not open in the sandbox may be
// open elsewhere, left by a shell.
var writing = strings.Fields(`write writev pwrite64 pwritev pwritev2 ftruncate`)

// naming are those that find out about files without opening them. Landlock
// has nothing against them, and they change nothing.
var naming = strings.Fields(`stat lstat newfstatat statx access faccessat faccessat2 readlink readlinkat getcwd statfs`)

// asking are those that find out about the machine, its user, and how the process stands.
var asking = strings.Fields(`getuid geteuid getgid getegid getgroups getresuid getresgid sysinfo uname sched_getaffinity
	capget getrlimit getsid getpgid getpgrp`)

// opening are those that Landlock decides about by what they open.
var opening = strings.Fields(`open openat`)

// filing are those that change files, or open them in ways that only Landlock
// can see; it lets them through beneath the process's own directories.
var filing = strings.Fields(`creat openat2 unlink unlinkat rename renameat renameat2 mkdir mkdirat rmdir
	link linkat symlink symlinkat mknod mknodat truncate`)

// states are those that change how the process stands in the world.
var states = strings.Fields(`rt_sigaction`)

// moving are those that change its directory.
var moving = strings.Fields(`chdir fchdir`)

// What the user may allow.
var (
	attributes = strings.Fields(`chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat utime utimes utimensat futimesat umask
		setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr
		inotify_init inotify_init1 inotify_add_watch inotify_rm_watch sync syncfs fallocate`)
	connecting = strings.Fields(`socket socketpair connect bind listen accept accept4 getsockname getpeername
		sendto recvfrom sendmsg recvmsg sendmmsg recvmmsg shutdown setsockopt getsockopt
		sendfile splice`)
	processes = strings.Fields(`clone fork vfork execve execveat wait4 waitid kill tkill tgkill pidfd_open pidfd_send_signal
		setpgid setsid setpriority prctl prlimit64 umask`)
)

// given lists what the user allows.
func (p *Policy) given() []string {
	var list []string
	if p.AllowFiles {
		list = append(list, attributes...)
	}
	if p.AllowNetwork {
		list = append(list, connecting...)
	}
	if p.AllowProcesses {
		list = append(list, processes...)
	}
	if p.Chdir || p.AllowProcesses {
		list = append(list, moving...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Values of arguments that the filter compares.
const (
	anyPersona = 0xffffffff // asks which it is

	namespaces   = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET
	uncounted    = unix.MAP_GROWSDOWN | unix.MAP_HUGETLB // memory that no limit of data counts
	seccompErrno = seccomp.ActionErrno
	enosys       = seccompErrno | seccomp.Action(unix.ENOSYS)
)

// only is a call with argument n equal to v.
func only(name string, n uint32, v uint64) seccomp.NameWithConditions {
	return seccomp.NameWithConditions{Name: name, Conditions: seccomp.ArgumentConditions{{Argument: n, Operation: seccomp.Equal, Value: v}}}
}

// without is a call with none of the bits in argument n.
func without(name string, n uint32, bits uint64) seccomp.NameWithConditions {
	return seccomp.NameWithConditions{Name: name, Conditions: seccomp.ArgumentConditions{{Argument: n, Operation: seccomp.BitsNotSet, Value: bits}}}
}

// limitOf asks for a limit of the process and sets none.
var limitOf = seccomp.NameWithConditions{Name: "prlimit64", Conditions: seccomp.ArgumentConditions{
	{Argument: 0, Operation: seccomp.Equal, Value: 0}, {Argument: 2, Operation: seccomp.Equal, Value: 0}}}

// harmless are calls that depend on their arguments: threads and no processes,
// signals to itself, memory that the limits count, settings of descriptors that
// nobody else notices.
func harmless() []seccomp.NameWithConditions {
	self := uint64(os.Getpid())
	list := []seccomp.NameWithConditions{
		{Name: "clone", Conditions: seccomp.ArgumentConditions{
			{Argument: 0, Operation: seccomp.BitsSet, Value: unix.CLONE_THREAD},
			{Argument: 0, Operation: seccomp.BitsSet, Value: unix.CLONE_VM},
			{Argument: 0, Operation: seccomp.BitsSet, Value: unix.CLONE_FILES}, // else its files are in no list of the process's
			{Argument: 0, Operation: seccomp.BitsNotSet, Value: namespaces},
		}},
		without("close_range", 2, unix.CLOSE_RANGE_UNSHARE), // for the same reason
		only("kill", 0, self), only("tgkill", 0, self),
		without("mmap", 3, unix.MAP_SHARED|uncounted), without("mmap", 3, unix.MAP_ANONYMOUS|uncounted), // either will do: private, or of a file
		only("personality", 0, anyPersona),
	}
	for _, cmd := range []uint64{
		unix.F_DUPFD, unix.F_GETFD, unix.F_SETFD, unix.F_GETFL, unix.F_SETFL, unix.F_GETLK, unix.F_SETLK, unix.F_SETLKW,
		unix.F_OFD_GETLK, unix.F_OFD_SETLK, unix.F_OFD_SETLKW, unix.F_DUPFD_CLOEXEC, unix.F_GETPIPE_SZ, unix.F_GET_SEALS,
	} {
		list = append(list, only("fcntl", 1, cmd))
	}
	for _, request := range []uint64{unix.TCGETS, unix.TIOCGWINSZ, unix.TIOCINQ} {
		list = append(list, only("ioctl", 1, request))
	}
	for _, option := range []uint64{unix.PR_SET_NAME, unix.PR_GET_NAME, unix.PR_SET_VMA} {
		list = append(list, only("prctl", 0, option))
	}
	return list
}
