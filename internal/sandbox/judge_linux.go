package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/sys/unix"
)

// judge says how a call reaches outside the process, "" if it does not, and
// whether it is let through to Landlock.
func (w *Watcher) judge(n *notice) (how string, proceed bool) {
	name, ok := n.name()
	switch {
	case !ok:
		return name, false
	case slices.Contains(asking, name), slices.Contains(naming, name):
		w.looks(name, n)
		return "", true
	case slices.Contains(states, name), name == limitOf.Name && n.args[0] == 0 && n.args[2] == 0:
		if w.order.Policy.AllowProcesses {
			name = ""
		}
		return name, true
	case slices.Contains(reading, name):
		return by(name, n, unix.O_RDONLY), true
	case slices.Contains(writing, name):
		return by(name, n, unix.O_WRONLY), true
	case slices.Contains(opening, name):
		return w.opens(name, n), true
	case slices.Contains(filing, name):
		return name, w.order.Parts.Landlock > 0
	}
	return name, false
}

// name is that of the system call, or words for it.
func (n *notice) name() (name string, known bool) {
	info, err := arch.GetInfo("")
	if err != nil || uint32(info.ID) != n.arch {
		return "a system call of another architecture", false
	}
	if name, known = info.SyscallNumbers[int(n.nr)]; !known {
		name = fmt.Sprintf("system call %d", n.nr)
	}
	return name, known
}

// path reads the path that a call names, beginning in a directory, and its first
// argument behind that.
func (n *notice) path(name string) (dir int32, path string, next uint64, err error) {
	dir, args := unix.AT_FDCWD, n.args[:]
	if slices.Contains(fromDir, name) {
		dir, args = int32(args[0]), args[1:]
	}
	path, err = pathIn(n.pid, args[0])
	return dir, path, args[1], err
}

// fromDir are the calls whose first argument is the directory that a path begins in.
var fromDir = strings.Fields(`openat newfstatat statx faccessat faccessat2 readlinkat`)

// by judges what is done by a descriptor: where it is open for that, opening it has
// been judged.
func by(name string, n *notice, access int) string {
	fd := int32(n.args[0])
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/fdinfo/%d", n.pid, fd))
	_, rest, _ := strings.Cut(string(text), "flags:")
	var flags int
	fmt.Sscanf(rest, "%o", &flags)
	if mode := flags & unix.O_ACCMODE; err == nil && (mode == access || mode == unix.O_RDWR) {
		return ""
	}
	return fmt.Sprintf("%s by descriptor %d", name, fd)
}

// opens judges open and openat: reading what is the same for everybody is not
// reaching out.
func (w *Watcher) opens(name string, n *notice) string {
	dir, path, flags, err := n.path(name)
	if err != nil {
		return name
	}
	const reads = unix.O_RDONLY
	if w.order.Policy.AllowProcesses && flags&unix.O_ACCMODE == reads {
		return ""
	}
	if flags&(unix.O_ACCMODE|unix.O_CREAT|unix.O_TRUNC|unix.O_TMPFILE&^unix.O_DIRECTORY) == reads && w.common(n.pid, dir, path) || path == os.DevNull {
		w.lookAt(name, path)
		return ""
	}
	return fmt.Sprintf("%s %q", name, path)
}

// pathIn reads a path from the memory of a thread.
func pathIn(pid uint32, at uint64) (string, error) {
	f, err := os.Open(fmt.Sprintf("/proc/%d/mem", pid))
	if err != nil {
		return "", err
	}
	defer f.Close()
	var path []byte
	const page = 4096
	for len(path) <= unix.PathMax {
		// Not over the end of a page: the next one need not exist.
		part := make([]byte, page-at%page)
		n, err := f.ReadAt(part, int64(at))
		if i := bytes.IndexByte(part[:n], 0); i >= 0 {
			return string(append(path, part[:i]...)), nil
		}
		if n < len(part) {
			return "", errors.Join(err, unix.EFAULT)
		}
		path, at = append(path, part...), at+page-at%page
	}
	return "", unix.ENAMETOOLONG
}

// alike are the files about a process that say in the sandbox what they do outside.
// Go, the C library and the race detector read them. In the others there are filters,
// capabilities, limits, sessions or descriptors.
var alike = strings.Fields(`auxv cgroup maps mountinfo`)

// processOf is the directory of a process in /proc.
func processOf(pid uint32) string { return fmt.Sprintf("/proc/%d/", pid) }

// rooted returns a path of a process from the root on; ok is false if the directory that
// it begins in is none. It is not cleaned: what .. means is a matter of links.
func rooted(own string, dir int32, path string) (at string, ok bool) {
	if filepath.IsAbs(path) {
		return path, true
	}
	from := own + "cwd"
	if dir != unix.AT_FDCWD {
		from = fmt.Sprintf("%sfd/%d", own, dir)
	}
	base, err := os.Readlink(from)
	return base + "/" + path, err == nil
}

// common reports whether reading a path gives what it would give outside the
// sandbox: it does not exist, or everybody in the sandbox may read it.
func (w *Watcher) common(pid uint32, dir int32, path string) bool {
	if path == "" {
		return true
	}
	own := processOf(pid)
	path, ok := rooted(own, dir, path)
	if !ok {
		return true // there is no such directory
	}
	for _, self := range []string{"/proc/self/", "/proc/thread-self/"} { // which is another process here
		if rest, ok := strings.CutPrefix(path, self); ok {
			path = own + rest
		}
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		_, err = os.Stat(path) // which follows the links of processes that lead to no name
		return errors.Is(err, fs.ErrNotExist) || errors.Is(err, unix.ENOTDIR) || errors.Is(err, unix.ELOOP) || errors.Is(err, unix.ENAMETOOLONG)
	}
	if name, ok := strings.CutPrefix(real, own); ok {
		return slices.Contains(alike, name)
	}
	for _, root := range append(w.order.readable(), w.order.Policy.Write...) {
		if root, err := filepath.EvalSymlinks(root); err == nil && beneath(real, root) {
			return true
		}
	}
	return false
}
