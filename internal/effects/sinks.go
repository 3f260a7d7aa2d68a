package effects

import (
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A verdict is the judgement of the tables on a callee.
type verdict uint8

const (
	descend  verdict = iota // the function is harmful if the walk finds a harmful operation in its body
	harmless                // the walk does not enter the body
	harmful
)

// boundary lists packages that no walk enters, with the kind of their functions. Their functions
// are harmful, except those in harmlessNames.
var boundary = map[string]Kind{
	"os":            File,
	"os/exec":       Process,
	"os/signal":     Signal,
	"os/user":       File,
	"plugin":        Process,
	"syscall":       System,
	"internal/poll": System,
}

// harmlessNames lists the functions of boundary packages that only compute, or that read
// properties of their own process. Methods are written Type.Name.
var harmlessNames = map[string]map[string]bool{
	"os": nameSet(`Getenv LookupEnv Environ Expand ExpandEnv Getpid Getppid Getuid Geteuid Getgid Getegid
		Getpagesize IsExist IsNotExist IsPermission IsTimeout IsPathSeparator NewSyscallError SameFile
		TempDir UserHomeDir UserCacheDir UserConfigDir
		File.Name LinkError.Error LinkError.Unwrap SyscallError.Error SyscallError.Unwrap SyscallError.Timeout
		ProcessState.ExitCode ProcessState.Exited ProcessState.Pid ProcessState.String ProcessState.Success
		ProcessState.Sys ProcessState.SysUsage ProcessState.SystemTime ProcessState.UserTime
		fileStat.Name fileStat.IsDir fileStat.Mode fileStat.Size fileStat.ModTime fileStat.Sys
		dirFS.join underlyingError underlyingErrorIs wrapSyscallError`),
	"os/exec": nameSet(`Error.Error Error.Unwrap ExitError.Error wrappedError.Error wrappedError.Unwrap Cmd.String Cmd.Environ Cmd.environ`),
	"os/user": nameSet(`UnknownUserError.Error UnknownUserIdError.Error UnknownGroupError.Error UnknownGroupIdError.Error`),
	"syscall": nameSet(`Errno.Error Errno.Is Errno.Temporary Errno.Timeout Signal.Signal Signal.String
		Getenv Environ Getpid Getppid Getuid Geteuid Getgid Getegid Getpagesize
		BytePtrFromString ByteSliceFromString StringBytePtr StringByteSlice
		NsecToTimespec NsecToTimeval TimespecToNsec TimevalToNsec
		Timespec.Nano Timespec.Unix Timeval.Nano Timeval.Unix ParseDirent
		WaitStatus.Continued WaitStatus.CoreDump WaitStatus.ExitStatus WaitStatus.Exited WaitStatus.Signal
		WaitStatus.Signaled WaitStatus.StopSignal WaitStatus.Stopped WaitStatus.TrapCause
		runtime_envs`),
	"internal/poll": nameSet(`DeadlineExceededError.Error DeadlineExceededError.Temporary DeadlineExceededError.Timeout
		errNetClosing.Error errNetClosing.Temporary errNetClosing.Timeout`),
}

// funcKinds lists the kinds of functions of boundary packages, where they differ from the kind of
// the package.
var funcKinds = map[string]map[string]Kind{
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

// leafVerdicts lists functions outside the boundary packages with their verdicts. No walk enters
// these functions.
var leafVerdicts = map[string]map[string]verdict{
	// Reads the time zone file of the machine, once. No input determines its path.
	"time": {"initLocal": harmless},
	// Reads the setting of the process, and may print to its standard error.
	"internal/godebug": {"Setting.Value": harmless, "Setting.IncNonDefault": harmless},
	// Reads random bytes from the kernel.
	"crypto/internal/sysrand": {"Read": harmless},
	// Most of the runtime only reads state. These functions change the runtime of the process.
	"runtime": {"Breakpoint": harmful, "SetCPUProfileRate": harmful},
	"runtime/debug": {
		"SetGCPercent": harmful, "SetMaxStack": harmful, "SetMaxThreads": harmful, "SetMemoryLimit": harmful,
		"SetPanicOnFault": harmful, "SetTraceback": harmful, "WriteHeapDump": harmful, "SetCrashOutput": harmful,
	},
}

func nameSet(names string) map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(names) {
		m[n] = true
	}
	return m
}

// boundaryKind returns the kind of a boundary package's functions, and whether the package is one.
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

// judge looks fn up in the tables. A boundary package that is itself the package under test, root,
// is not a boundary: the bodies of its functions decide.
func judge(fn *ssa.Function, root string) (verdict, Kind) {
	path, name := nameOf(fn)
	if v, ok := leafVerdicts[path][name]; ok {
		return v, State
	}
	kind, ok := boundaryKind(path)
	if !ok || path == root {
		return descend, 0
	}
	if strings.HasPrefix(path, "golang.org/x/sys/") {
		path = "syscall"
	}
	if harmlessNames[path][name] {
		return harmless, 0
	}
	if k, ok := funcKinds[path][name]; ok {
		kind = k
	}
	return harmful, kind
}
