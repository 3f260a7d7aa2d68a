package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// simulate answers a call in place of the kernel if the policy gives the process another view
// of the machine or its files. It reports whether it has answered. fd is the filter's listener.
func (w *Watcher) simulate(fd uintptr, request *notification, resp *response) bool {
	policy := &w.spec.Policy
	name, _ := request.name()
	switch {
	case policy.Processors > 0 && name == "sched_getaffinity":
		var set unix.CPUSet
		for cpu := range policy.Processors {
			set.Set(cpu)
		}
		return request.answerCPUSet(&set, resp)
	case policy.Ahead != 0 && name == realTime && request.args[0] == unix.CLOCK_REALTIME:
		at := unix.NsecToTimespec(time.Now().Add(policy.Ahead).UnixNano())
		return request.writeArg(1, bytesOf(&at))
	case policy.Elsewhere && request.answerElsewhere(name, resp):
		return true
	case policy.AllowProcesses: // other programs need the real files
		return false
	case !policy.Elsewhere && !policy.Present && !policy.ShowHidden && len(policy.Inverted) == 0:
		return false
	}
	asks := slices.Contains(metadataCalls, name) && name != "getcwd" && name != "statfs"
	if !asks && !slices.Contains(openCalls, name) {
		return false
	}
	dirfd, path, flags, err := request.pathArg(name)
	at, ok := absolute(procDir(request.pid), dirfd, path)
	if err != nil || path == "" || !ok || !asks && !readOnly(flags) {
		return false
	}
	other := slices.Contains(policy.Inverted, policy.fileReadName(at))
	switch real, state := w.visibilityOf(at); {
	case state == readable && (policy.Elsewhere || other), state == hidden && policy.Elsewhere:
		if !w.onEveryMachine(request.pid, at, real, asks) {
			resp.errno = -int32(unix.ENOENT)
			return true
		}
	case state == absent && (policy.Present || other), state == hidden && (policy.Present || policy.ShowHidden || other) && !asks:
		return !isSystemFile(at) && w.presentFile(fd, request, name, flags, resp)
	}
	return false
}

// A visibility tells whether a process in the sandbox can read a file.
type visibility int

const (
	absent   visibility = iota // the file does not exist, inside the sandbox or outside
	hidden                     // the file exists, and only the sandbox keeps the process from reading it
	readable                   // the process may read the file
)

// visibilityOf returns the visibility of a file, and its path without symbolic links.
func (w *Watcher) visibilityOf(path string) (real string, state visibility) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		// Stat can follow links in /proc/PID/fd to files without a name; EvalSymlinks cannot.
		if _, err = os.Stat(path); err == nil || errors.Is(err, unix.EACCES) {
			return path, readable
		}
		return path, absent
	}
	if w.link.readable == nil {
		w.link.readable = resolveAll(w.spec.readablePaths(), w.spec.Policy.Write, []string{"/proc", os.DevNull})
	}
	if slices.ContainsFunc(w.link.readable, func(root string) bool { return beneath(real, root) }) {
		return real, readable
	}
	return real, hidden
}

// resolveAll returns the paths of all lists without symbolic links. It leaves out paths that do
// not exist.
func resolveAll(lists ...[]string) (paths []string) {
	for _, path := range slices.Concat(lists...) {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			paths = append(paths, real)
		}
	}
	return paths
}

// presentFile answers a call as if the file existed. It reports whether it has answered.
func (w *Watcher) presentFile(fd uintptr, request *notification, call string, flags uint64, resp *response) bool {
	file, err := w.openPlaceholder()
	if err != nil {
		return false
	}
	defer file.Close()
	switch call {
	case "open", "openat":
		if flags&unix.O_DIRECTORY != 0 { // answer with any directory
			d, err := os.Open(w.spec.Policy.Write[0])
			if err != nil {
				return false
			}
			defer d.Close()
			file = d
		}
		give := addFD{id: request.id, from: uint32(file.Fd()), flags: uint32(flags & unix.O_CLOEXEC)}
		got, _, errno := unix.Syscall(unix.SYS_IOCTL, fd, unix.SECCOMP_IOCTL_NOTIF_ADDFD, uintptr(unsafe.Pointer(&give)))
		resp.value = int64(got)
		return errno == 0
	case "access", "faccessat", "faccessat2":
		return true
	case "readlink", "readlinkat":
		resp.errno = -int32(unix.EINVAL)
		return true
	case "statx":
		var st unix.Statx_t
		return unix.Statx(int(file.Fd()), "", unix.AT_EMPTY_PATH, int(request.args[3]), &st) == nil && request.writeArg(4, bytesOf(&st))
	}
	var st unix.Stat_t
	index := 1
	if call == "newfstatat" {
		index = 2
	}
	return unix.Fstat(int(file.Fd()), &st) == nil && request.writeArg(index, bytesOf(&st))
}

// An addFD is the kernel's struct seccomp_notif_addfd. It adds a descriptor to the process.
type addFD struct {
	id      uint64
	options uint32
	from    uint32
	to      uint32
	flags   uint32
}

// openPlaceholder opens the placeholder file anew, so that each reader begins at its start.
func (w *Watcher) openPlaceholder() (*os.File, error) {
	if w.link.placeholder == nil {
		fd, err := unix.MemfdCreate("present", unix.MFD_CLOEXEC)
		if err != nil {
			return nil, err
		}
		w.link.placeholder = os.NewFile(uintptr(fd), "present")
		if _, err := w.link.placeholder.WriteString("1\n"); err != nil {
			return nil, err
		}
	}
	return os.Open(fmt.Sprintf("/proc/self/fd/%d", w.link.placeholder.Fd()))
}
