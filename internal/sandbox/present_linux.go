package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// simulate answers a call in place of the kernel if the policy gives the process another view
// of the machine or its files. It reports whether it has answered. fd is the filter's listener.
func (w *Watcher) simulate(fd uintptr, n *notification, r *response) bool {
	p := &w.spec.Policy
	name, _ := n.name()
	switch {
	case p.Processors > 0 && name == "sched_getaffinity":
		var set unix.CPUSet
		for cpu := range p.Processors {
			set.Set(cpu)
		}
		return n.answerCPUSet(&set, r)
	case p.Elsewhere && n.answerElsewhere(name, r):
		return true
	case p.AllowProcesses: // other programs need the real files
		return false
	case !p.Elsewhere && !p.Present && !p.Shown && len(p.Others) == 0:
		return false
	}
	asks := slices.Contains(metadataCalls, name) && name != "getcwd" && name != "statfs"
	if !asks && !slices.Contains(openCalls, name) {
		return false
	}
	dir, path, flags, err := n.pathArg(name)
	at, ok := absolute(procDir(n.pid), dir, path)
	if err != nil || path == "" || !ok || !asks && !readOnly(flags) {
		return false
	}
	other := slices.Contains(p.Others, p.lookName(at))
	switch real, state := w.visibilityOf(at); {
	case state == readable && (p.Elsewhere || other), state == hidden && p.Elsewhere:
		if !w.onEveryMachine(n.pid, at, real, asks) {
			r.errno = -int32(unix.ENOENT)
			return true
		}
	case state == absent && (p.Present || other), state == hidden && (p.Present || p.Shown || other) && !asks:
		return !isSystemFile(at) && w.presentFile(fd, n, name, flags, r)
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
func (w *Watcher) presentFile(fd uintptr, n *notification, call string, flags uint64, r *response) bool {
	f, err := w.openPlaceholder()
	if err != nil {
		return false
	}
	defer f.Close()
	switch call {
	case "open", "openat":
		if flags&unix.O_DIRECTORY != 0 { // answer with any directory
			d, err := os.Open(w.spec.Policy.Write[0])
			if err != nil {
				return false
			}
			defer d.Close()
			f = d
		}
		give := addFD{id: n.id, from: uint32(f.Fd()), flags: uint32(flags & unix.O_CLOEXEC)}
		got, _, errno := unix.Syscall(unix.SYS_IOCTL, fd, unix.SECCOMP_IOCTL_NOTIF_ADDFD, uintptr(unsafe.Pointer(&give)))
		r.value = int64(got)
		return errno == 0
	case "access", "faccessat", "faccessat2":
		return true
	case "readlink", "readlinkat":
		r.errno = -int32(unix.EINVAL)
		return true
	case "statx":
		var st unix.Statx_t
		return unix.Statx(int(f.Fd()), "", unix.AT_EMPTY_PATH, int(n.args[3]), &st) == nil && n.writeArg(4, bytesOf(&st))
	}
	var st unix.Stat_t
	at := 1
	if call == "newfstatat" {
		at = 2
	}
	return unix.Fstat(int(f.Fd()), &st) == nil && n.writeArg(at, bytesOf(&st))
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
