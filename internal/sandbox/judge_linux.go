package sandbox

import (
	"bytes"
	"errors"
	"fmt"
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
	case slices.Contains(asking, name):
		return "", true
	case slices.Contains(naming, name):
		if name != "getcwd" {
			w.lookAt(name, n)
		}
		return "", true
	case slices.Contains(states, name):
		if w.order.Policy.AllowProcesses {
			name = ""
		}
		return name, true
	case slices.Contains(writing, name):
		return by(name, n), true
	case slices.Contains(opening, name):
		return w.opens(name, n), true
	case slices.Contains(filing, name):
		if slices.Contains(byName, name) {
			if _, path, _, err := n.path(name); err == nil && path == "" {
				return "", true // it is nowhere
			}
		}
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
var fromDir = strings.Fields(`openat newfstatat statx faccessat faccessat2 readlinkat unlinkat mkdirat renameat renameat2`)

// byName are calls that change what their first path leads to, which the empty one never does.
var byName = strings.Fields(`creat unlink unlinkat rename renameat renameat2 mkdir mkdirat rmdir truncate`)

// by judges what is written by a descriptor: where it is open for that, opening it has
// been judged.
func by(name string, n *notice) string {
	fd := int32(n.args[0])
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/fdinfo/%d", n.pid, fd))
	_, rest, _ := strings.Cut(string(text), "flags:")
	var flags int
	fmt.Sscanf(rest, "%o", &flags)
	if mode := flags & unix.O_ACCMODE; err == nil && (mode == unix.O_WRONLY || mode == unix.O_RDWR) {
		return ""
	}
	return fmt.Sprintf("%s by descriptor %d", name, fd)
}

// opens judges open and openat by their flags. To read is not to act, but what the kernel
// says of a process cannot be shown as it is outside: who reads that is not written either.
func (w *Watcher) opens(name string, n *notice) string {
	dir, path, flags, err := n.path(name)
	switch {
	case err != nil:
		return name
	case reads(flags) && w.untold(n.pid, dir, path):
	case reads(flags):
		w.lookAt(name, n)
		return ""
	case path == os.DevNull, path == "": // which names no file anywhere
		return ""
	}
	return fmt.Sprintf("%s %q", name, path)
}

// alike are the files about a process that say in the sandbox what they do outside.
var alike = strings.Fields(`auxv cgroup cmdline environ exe maps mountinfo`)

// untold reports whether a path leads to a file of the kernel's that the sandbox hides, or in
// which it is seen.
func (w *Watcher) untold(pid uint32, dir int32, path string) bool {
	own := processOf(pid)
	at, ok := rooted(own, dir, path)
	for _, self := range []string{"/proc/self/", "/proc/thread-self/"} { // which is another process here
		if rest, is := strings.CutPrefix(at, self); is {
			at = own + rest
		}
	}
	real, err := filepath.EvalSymlinks(at)
	if !ok || err != nil || !beneath(real, "/proc") {
		return false
	}
	if name, is := strings.CutPrefix(real, own); is {
		return !slices.Contains(alike, name)
	}
	return !slices.ContainsFunc(resolved(w.order.readable()), func(root string) bool { return beneath(real, root) })
}

// reads reports whether flags open a file for reading and nothing else.
func reads(flags uint64) bool {
	return flags&(unix.O_ACCMODE|unix.O_CREAT|unix.O_TRUNC|unix.O_TMPFILE&^unix.O_DIRECTORY) == unix.O_RDONLY
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
