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
	info, err := arch.GetInfo("")
	if err != nil || uint32(info.ID) != n.arch {
		return "a system call of another architecture", false
	}
	name, ok := info.SyscallNumbers[int(n.nr)]
	if !ok {
		name = fmt.Sprintf("system call %d", n.nr)
	}
	switch {
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
	dir, at, flags := int32(unix.AT_FDCWD), n.args[0], n.args[1]
	if name == "openat" {
		dir, at, flags = int32(n.args[0]), n.args[1], n.args[2]
	}
	path, err := pathIn(n.pid, at)
	if err != nil {
		return name
	}
	const reads = unix.O_RDONLY
	if w.order.Policy.AllowProcesses && flags&unix.O_ACCMODE == reads {
		return ""
	}
	if flags&(unix.O_ACCMODE|unix.O_CREAT|unix.O_TRUNC|unix.O_TMPFILE&^unix.O_DIRECTORY) == reads && w.common(n.pid, dir, path) || path == os.DevNull {
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

// common reports whether reading a path gives what it would give outside the
// sandbox: it does not exist, or everybody in the sandbox may read it.
func (w *Watcher) common(pid uint32, dir int32, path string) bool {
	if path == "" {
		return true
	}
	own := fmt.Sprintf("/proc/%d/", pid)
	if !filepath.IsAbs(path) {
		base, err := os.Readlink(own + "cwd")
		if dir != unix.AT_FDCWD {
			base, err = os.Readlink(fmt.Sprintf("%sfd/%d", own, dir))
		}
		if err != nil {
			return true // there is no such directory
		}
		path = base + "/" + path // not cleaned: what .. means is a matter of links
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
		if root, err := filepath.EvalSymlinks(root); err == nil && (real == root || strings.HasPrefix(real, strings.TrimSuffix(root, "/")+"/")) {
			return true
		}
	}
	return false
}
