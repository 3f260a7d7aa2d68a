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

// played answers a call in place of the kernel, as the policy says that the process is to
// find its machine and its files, and reports whether it has. fd is the listener's.
func (w *Watcher) played(fd uintptr, n *notice, r *reply) bool {
	p := &w.order.Policy
	name, _ := n.name()
	switch {
	case p.Processors > 0 && name == "sched_getaffinity":
		var set unix.CPUSet
		for cpu := range p.Processors {
			set.Set(cpu)
		}
		return n.processors(&set, r)
	case p.Elsewhere && n.elsewhere(name, r):
		return true
	case p.AllowProcesses: // programs are anywhere, and read what they need
		return false
	case !p.Elsewhere && !p.Present && !p.Shown && len(p.Others) == 0:
		return false
	}
	asks := slices.Contains(naming, name) && name != "getcwd" && name != "statfs"
	if !asks && !slices.Contains(opening, name) {
		return false
	}
	dir, path, flags, err := n.path(name)
	at, ok := rooted(processOf(n.pid), dir, path)
	if err != nil || path == "" || !ok || !asks && !reads(flags) {
		return false
	}
	other := slices.Contains(p.Others, p.nameOf(at))
	switch real, is := w.standing(at); {
	case is == readable && (p.Elsewhere || other), is == hidden && p.Elsewhere:
		if !w.anywhere(n.pid, at, real, asks) {
			r.errno = -int32(unix.ENOENT)
			return true
		}
	case is == absent && (p.Present || other), is == hidden && (p.Present || p.Shown || other) && !asks:
		return !fixed(at) && w.present(fd, n, name, flags, r)
	}
	return false
}

// A standing is how a file stands to a process.
type standing int

const (
	absent   standing = iota // there is none, inside the sandbox or outside
	hidden                   // only the sandbox keeps the process from reading it
	readable                 // it may be read
)

// standing returns the path without links, too.
func (w *Watcher) standing(path string) (real string, is standing) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		// Stat follows the links of processes that lead to no name.
		if _, err = os.Stat(path); err == nil || errors.Is(err, unix.EACCES) {
			return path, readable
		}
		return path, absent
	}
	if w.link.readable == nil {
		w.link.readable = resolved(w.order.readable(), w.order.Policy.Write, []string{"/proc", os.DevNull})
	}
	if slices.ContainsFunc(w.link.readable, func(root string) bool { return beneath(real, root) }) {
		return real, readable
	}
	return real, hidden
}

// resolved are the paths of lists without links, of those that there are.
func resolved(lists ...[]string) (paths []string) {
	for _, path := range slices.Concat(lists...) {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			paths = append(paths, real)
		}
	}
	return paths
}

// present answers as if a file were there, and reports whether it has.
func (w *Watcher) present(fd uintptr, n *notice, call string, flags uint64, r *reply) bool {
	f, err := w.small()
	if err != nil {
		return false
	}
	defer f.Close()
	switch call {
	case "open", "openat":
		if flags&unix.O_DIRECTORY != 0 { // any directory will do
			d, err := os.Open(w.order.Policy.Write[0])
			if err != nil {
				return false
			}
			defer d.Close()
			f = d
		}
		give := addition{id: n.id, from: uint32(f.Fd()), flags: uint32(flags & unix.O_CLOEXEC)}
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
		return unix.Statx(int(f.Fd()), "", unix.AT_EMPTY_PATH, int(n.args[3]), &st) == nil && n.write(4, bytesOf(&st))
	}
	var st unix.Stat_t
	at := 1
	if call == "newfstatat" {
		at = 2
	}
	return unix.Fstat(int(f.Fd()), &st) == nil && n.write(at, bytesOf(&st))
}

// An addition is a descriptor for the process, as the kernel lays it out.
type addition struct {
	id      uint64
	options uint32
	from    uint32
	to      uint32
	flags   uint32
}

// small opens a small file anew, so that each who reads it begins at its beginning.
func (w *Watcher) small() (*os.File, error) {
	if w.link.file == nil {
		fd, err := unix.MemfdCreate("present", unix.MFD_CLOEXEC)
		if err != nil {
			return nil, err
		}
		w.link.file = os.NewFile(uintptr(fd), "present")
		if _, err := w.link.file.WriteString("1\n"); err != nil {
			return nil, err
		}
	}
	return os.Open(fmt.Sprintf("/proc/self/fd/%d", w.link.file.Fd()))
}
