package sandbox

import (
	"os"
	"slices"
	"strings"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"golang.org/x/sys/unix"
)

// The lists below name the system calls that a process in the sandbox may make. All other calls
// fail with EPERM. A name that an architecture lacks has no effect there.

// internalCalls lists the calls that reach nothing outside the process: memory, its own
// threads, time, open descriptors.
var internalCalls = strings.Fields(`
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

// writeCalls lists the calls that write to descriptors. They are watched because a descriptor
// that is closed in the sandbox may be open outside it, for instance left open by a shell.
var writeCalls = strings.Fields(`write writev pwrite64 pwritev pwritev2 ftruncate`)

// metadataCalls lists the calls that read metadata of files without opening them. Landlock
// permits them, and they change nothing.
var metadataCalls = strings.Fields(`stat lstat newfstatat statx access faccessat faccessat2 readlink readlinkat getcwd statfs`)

// queryCalls lists the calls that query the machine, the user and the state of the process.
var queryCalls = strings.Fields(`getuid geteuid getgid getegid getgroups getresuid getresgid sysinfo uname sched_getaffinity
	capget getrlimit getsid getpgid getpgrp`)

// openCalls lists the calls that Landlock permits or forbids by the file that they open.
var openCalls = strings.Fields(`open openat`)

// fileChangeCalls lists the calls that change files, and openat2, whose flags a filter cannot
// see. Landlock permits them beneath the process's own directories.
var fileChangeCalls = strings.Fields(`creat openat2 unlink unlinkat rename renameat renameat2 mkdir mkdirat rmdir
	link linkat symlink symlinkat mknod mknodat truncate`)

// signalCalls lists the calls that change the signal handlers of the process.
var signalCalls = strings.Fields(`rt_sigaction`)

// chdirCalls lists the calls that change the working directory.
var chdirCalls = strings.Fields(`chdir fchdir`)

// Calls that the options of the user permit: Policy.AllowFiles, AllowNetwork, AllowProcesses.
var (
	attributeCalls = strings.Fields(`chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat utime utimes utimensat futimesat umask
		setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr
		inotify_init inotify_init1 inotify_add_watch inotify_rm_watch sync syncfs fallocate`)
	networkCalls = strings.Fields(`socket socketpair connect bind listen accept accept4 getsockname getpeername
		sendto recvfrom sendmsg recvmsg sendmmsg recvmmsg shutdown setsockopt getsockopt
		sendfile splice`)
	processCalls = strings.Fields(`clone fork vfork execve execveat wait4 waitid kill tkill tgkill pidfd_open pidfd_send_signal
		setpgid setsid setpriority prctl prlimit64 umask`)
)

// realTime is the call that reads the clock. With Policy.Ahead it is watched, except for clocks that
// start with the machine or the process.
const realTime = "clock_gettime"

// internalCalls lists the calls that reach nothing outside the process and are not watched.
func (p *Policy) internalCalls() []string {
	if p.Ahead == 0 {
		return internalCalls
	}
	return slices.DeleteFunc(slices.Clone(internalCalls), func(name string) bool { return name == realTime })
}

// steadyClocks permits the calls that read a clock without a date.
func (p *Policy) steadyClocks() (list []seccomp.NameWithConditions) {
	if p.Ahead == 0 {
		return nil
	}
	for _, clock := range []uint64{unix.CLOCK_MONOTONIC, unix.CLOCK_PROCESS_CPUTIME_ID, unix.CLOCK_THREAD_CPUTIME_ID, unix.CLOCK_BOOTTIME} {
		list = append(list, argEquals(realTime, 0, clock))
	}
	return list
}

// allowedCalls lists the calls that the options of the policy permit.
func (p *Policy) allowedCalls() []string {
	var list []string
	if p.AllowFiles {
		list = append(list, attributeCalls...)
	}
	if p.AllowNetwork {
		list = append(list, networkCalls...)
	}
	if p.AllowProcesses {
		list = append(list, processCalls...)
	}
	if p.Chdir || p.AllowProcesses {
		list = append(list, chdirCalls...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Values of arguments that the filter compares.
const (
	queryPersonality = 0xffffffff // reads the personality and does not set it

	namespaces    = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET
	uncountedMaps = unix.MAP_GROWSDOWN | unix.MAP_HUGETLB // mappings that RLIMIT_DATA does not count
	seccompErrno  = seccomp.ActionErrno
	enosys        = seccompErrno | seccomp.Action(unix.ENOSYS)
)

// argEquals matches a call with argument n equal to v.
func argEquals(name string, n uint32, v uint64) seccomp.NameWithConditions {
	return seccomp.NameWithConditions{Name: name, Conditions: seccomp.ArgumentConditions{{Argument: n, Operation: seccomp.Equal, Value: v}}}
}

// bitsClear matches a call with all of the bits clear in argument n.
func bitsClear(name string, n uint32, bits uint64) seccomp.NameWithConditions {
	return seccomp.NameWithConditions{Name: name, Conditions: seccomp.ArgumentConditions{{Argument: n, Operation: seccomp.BitsNotSet, Value: bits}}}
}

// getLimit matches a prlimit64 that reads a limit of the calling process and sets none.
var getLimit = seccomp.NameWithConditions{Name: "prlimit64", Conditions: seccomp.ArgumentConditions{
	{Argument: 0, Operation: seccomp.Equal, Value: 0}, {Argument: 2, Operation: seccomp.Equal, Value: 0}}}

// conditionalCalls lists calls that are permitted with some arguments only: creation of threads
// but not processes, signals to the process itself, memory that the limits count, settings of
// descriptors without effect on other processes.
func conditionalCalls() []seccomp.NameWithConditions {
	self := uint64(os.Getpid())
	list := []seccomp.NameWithConditions{
		{Name: "clone", Conditions: seccomp.ArgumentConditions{
			{Argument: 0, Operation: seccomp.BitsSet, Value: unix.CLONE_THREAD},
			{Argument: 0, Operation: seccomp.BitsSet, Value: unix.CLONE_VM},
			{Argument: 0, Operation: seccomp.BitsSet, Value: unix.CLONE_FILES}, // otherwise the thread has its own table of files, which /proc/PID/fd does not list
			{Argument: 0, Operation: seccomp.BitsNotSet, Value: namespaces},
		}},
		bitsClear("close_range", 2, unix.CLOSE_RANGE_UNSHARE), // the flag would give the thread its own table of files
		argEquals("kill", 0, self), argEquals("tgkill", 0, self),
		bitsClear("mmap", 3, unix.MAP_SHARED|uncountedMaps), bitsClear("mmap", 3, unix.MAP_ANONYMOUS|uncountedMaps), // permitted: private mappings, and mappings of files
		argEquals("personality", 0, queryPersonality),
	}
	for _, cmd := range []uint64{
		unix.F_DUPFD, unix.F_GETFD, unix.F_SETFD, unix.F_GETFL, unix.F_SETFL, unix.F_GETLK, unix.F_SETLK, unix.F_SETLKW,
		unix.F_OFD_GETLK, unix.F_OFD_SETLK, unix.F_OFD_SETLKW, unix.F_DUPFD_CLOEXEC, unix.F_GETPIPE_SZ, unix.F_GET_SEALS,
	} {
		list = append(list, argEquals("fcntl", 1, cmd))
	}
	for _, request := range []uint64{unix.TCGETS, unix.TIOCGWINSZ, unix.TIOCINQ} {
		list = append(list, argEquals("ioctl", 1, request))
	}
	for _, option := range []uint64{unix.PR_SET_NAME, unix.PR_GET_NAME, unix.PR_SET_VMA} {
		list = append(list, argEquals("prctl", 0, option))
	}
	return list
}
