package effects

import (
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A verdict is what a table says of a callee.
type verdict uint8

const (
	descend  verdict = iota // look into its body
	harmless                // do not look further
	harmful
)

// boundary lists the packages below which nothing is looked at: a function of
// theirs is a sink unless harmlessNames has it.
var boundary = map[string]Kind{
	"os":            File,
	"os/exec":       Process,
	"os/signal":     Signal,
	"os/user":       File,
	"plugin":        Process,
	"syscall":       System,
	"internal/poll": System,
}

// harmlessNames are the functions of boundary packages that only compute, or
// read what a process knows of itself. Methods are written Type.Name.
var harmlessNames = map[string]map[string]bool{
	"os": set(`Getenv LookupEnv Environ Expand ExpandEnv Getpid Getppid Getuid Geteuid Getgid Getegid
		Getpagesize IsExist IsNotExist IsPermission IsTimeout IsPathSeparator NewSyscallError SameFile
		TempDir UserHomeDir UserCacheDir UserConfigDir
		File.Name LinkError.Error LinkError.Unwrap SyscallError.Error SyscallError.Unwrap SyscallError.Timeout
		ProcessState.ExitCode ProcessState.Exited ProcessState.Pid ProcessState.String ProcessState.Success
		ProcessState.Sys ProcessState.SysUsage ProcessState.SystemTime ProcessState.UserTime
		fileStat.Name fileStat.IsDir fileStat.Mode fileStat.Size fileStat.ModTime fileStat.Sys
		dirFS.join underlyingError underlyingErrorIs wrapSyscallError`),
	"os/exec": set(`Error.Error Error.Unwrap ExitError.Error wrappedError.Error wrappedError.Unwrap Cmd.String Cmd.Environ Cmd.environ`),
	"os/user": set(`UnknownUserError.Error UnknownUserIdError.Error UnknownGroupError.Error UnknownGroupIdError.Error`),
	"syscall": set(`Errno.Error Errno.Is Errno.Temporary Errno.Timeout Signal.Signal Signal.String
		Getenv Environ Getpid Getppid Getuid Geteuid Getgid Getegid Getpagesize
		BytePtrFromString ByteSliceFromString StringBytePtr StringByteSlice
		NsecToTimespec NsecToTimeval TimespecToNsec TimevalToNsec
		Timespec.Nano Timespec.Unix Timeval.Nano Timeval.Unix ParseDirent
		WaitStatus.Continued WaitStatus.CoreDump WaitStatus.ExitStatus WaitStatus.Exited WaitStatus.Signal
		WaitStatus.Signaled WaitStatus.StopSignal WaitStatus.Stopped WaitStatus.TrapCause
		runtime_envs`),
	"internal/poll": set(`DeadlineExceededError.Error DeadlineExceededError.Temporary DeadlineExceededError.Timeout
		errNetClosing.Error errNetClosing.Temporary errNetClosing.Timeout`),
}

// kinds are functions of boundary packages that differ from the kind of
// their package.
var kinds = map[string]map[string]Kind{
	"os": {
		"Exit": Process, "StartProcess": Process, "FindProcess": Process, "Setenv": State, "Unsetenv": State,
		"Clearenv": State, "Chdir": Process, "File.Chdir": Process,
		"Process.Kill": Signal, "Process.Signal": Signal, "Process.Wait": Process, "Process.Release": Process,
	},
	"syscall": {
		"Exit": Process, "Exec": Process, "ForkExec": Process, "StartProcess": Process, "Setenv": State,
		"Unsetenv": State, "Clearenv": State, "Chdir": Process, "Wait4": Process, "Kill": Signal, "Tgkill": Signal,
		"Mmap": Unsafe, "Munmap": Unsafe,
		"Open": File, "Openat": File, "Creat": File, "Read": File, "Write": File, "Close": File, "Unlink": File,
		"Rename": File, "Mkdir": File, "Rmdir": File, "Stat": File, "Lstat": File, "Fstat": File, "Seek": File,
		"Socket": Network, "Socketpair": Network, "Bind": Network, "Connect": Network, "Listen": Network,
		"Accept": Network, "Accept4": Network, "Sendto": Network, "Recvfrom": Network, "Sendmsg": Network,
	},
}

// leaves are functions of other packages that are not looked into.
var leaves = map[string]map[string]verdict{
	// The time zone of the machine is read once, and no input says from where.
	"time": {"initLocal": harmless},
	// Random bytes from the kernel.
	"crypto/internal/sysrand": {"Read": harmless},
	// The runtime may be asked anything, but not be turned against the process.
	"runtime": {"Breakpoint": harmful, "SetCPUProfileRate": harmful},
	"runtime/debug": {
		"SetGCPercent": harmful, "SetMaxStack": harmful, "SetMaxThreads": harmful, "SetMemoryLimit": harmful,
		"SetPanicOnFault": harmful, "SetTraceback": harmful, "WriteHeapDump": harmful, "SetCrashOutput": harmful,
	},
}

func set(names string) map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(names) {
		m[n] = true
	}
	return m
}

// boundaryKind reports whether a package is one below which nothing is looked
// at, and the kind of its functions.
func boundaryKind(path string) (Kind, bool) {
	path = strings.TrimPrefix(path, "vendor/")
	if k, ok := boundary[path]; ok {
		return k, true
	}
	switch {
	case strings.HasPrefix(path, "internal/syscall/"):
		return System, path != "internal/syscall/execenv"
	case strings.HasPrefix(path, "golang.org/x/sys/"):
		return System, path != "golang.org/x/sys/cpu"
	}
	return 0, false
}

// judge says what a table knows of fn. The package under test, root, is no
// boundary of its own: its bodies are there to be looked into.
func judge(fn *ssa.Function, root string) (verdict, Kind) {
	path, name := nameOf(fn)
	if v, ok := leaves[path][name]; ok {
		return v, State
	}
	kind, ok := boundaryKind(path)
	if !ok || path == root {
		return descend, 0
	}
	if harmlessNames[path][name] || strings.HasPrefix(path, "golang.org/x/sys/") && harmlessNames["syscall"][name] {
		return harmless, 0
	}
	if k, ok := kinds[path][name]; ok {
		kind = k
	} else if strings.HasPrefix(path, "golang.org/x/sys/") {
		if k, ok := kinds["syscall"][name]; ok {
			kind = k
		}
	}
	return harmful, kind
}
