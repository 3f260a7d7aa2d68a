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

// judge decides about a call. touch describes how the call changes something outside the
// process, "" if it does not. proceed reports whether the kernel may execute the call, subject
// to Landlock.
func (w *Watcher) judge(request *notification) (touch string, proceed bool) {
	name, ok := request.name()
	switch {
	case !ok:
		return name, false
	case slices.Contains(queryCalls, name), name == realTime:
		return "", true
	case slices.Contains(metadataCalls, name):
		if name != "getcwd" {
			w.recordFileRead(name, request)
		}
		return "", true
	case slices.Contains(signalCalls, name):
		if w.spec.Policy.AllowProcesses {
			name = ""
		}
		return name, true
	case slices.Contains(writeCalls, name):
		return judgeWrite(name, request), true
	case slices.Contains(openCalls, name):
		return w.judgeOpen(name, request), true
	case slices.Contains(fileChangeCalls, name):
		if slices.Contains(pathChangeCalls, name) {
			if _, path, _, err := request.pathArg(name); err == nil && path == "" {
				return "", true // an empty path names no file
			}
		}
		return name, w.spec.Parts.Landlock > 0
	}
	return name, false
}

// name returns the name of the system call, or a description if known is false.
func (n *notification) name() (name string, known bool) {
	info, err := arch.GetInfo("")
	if err != nil || uint32(info.ID) != n.arch {
		return "a system call of another architecture", false
	}
	if name, known = info.SyscallNumbers[int(n.nr)]; !known {
		name = fmt.Sprintf("system call %d", n.nr)
	}
	return name, known
}

// pathArg reads the path argument of a call, the descriptor of the directory that a relative
// path starts from, and the argument after the path.
func (n *notification) pathArg(name string) (dirfd int32, path string, next uint64, err error) {
	dirfd, args := unix.AT_FDCWD, n.args[:]
	if slices.Contains(dirfdCalls, name) {
		dirfd, args = int32(args[0]), args[1:]
	}
	path, err = readPath(n.pid, args[0])
	return dirfd, path, args[1], err
}

// dirfdCalls lists the calls with a directory descriptor before the path argument.
var dirfdCalls = strings.Fields(`openat newfstatat statx faccessat faccessat2 readlinkat unlinkat mkdirat renameat renameat2`)

// pathChangeCalls lists the calls that change the file at their first path. An empty path names no
// file, so these calls fail with it.
var pathChangeCalls = strings.Fields(`creat unlink unlinkat rename renameat renameat2 mkdir mkdirat rmdir truncate`)

// judgeWrite returns the touch of a call that writes to a descriptor. It returns "" for a
// descriptor that is open for writing, because the open has been judged already.
func judgeWrite(name string, n *notification) string {
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

// judgeOpen returns the touch of open or openat, "" if the call is no touch. An open for reading is
// none, unless the file is under /proc and would have other contents outside the sandbox. Nor is
// an open of the null device or of an empty path. Every other open is a touch. judgeOpen records
// the files that are opened for reading without a touch.
func (w *Watcher) judgeOpen(name string, n *notification) string {
	dirfd, path, flags, err := n.pathArg(name)
	switch {
	case err != nil:
		return name
	case readOnly(flags) && w.revealsSandbox(n.pid, dirfd, path):
	case readOnly(flags):
		w.recordFileRead(name, n)
		return ""
	case path == os.DevNull, path == "": // an empty path names no file
		return ""
	}
	return fmt.Sprintf("%s %q", name, path)
}

// unaffectedProcFiles lists the files under /proc/PID with the same contents inside and outside
// the sandbox.
var unaffectedProcFiles = strings.Fields(`auxv cgroup cmdline environ exe maps mountinfo`)

// revealsSandbox reports whether a path leads to a file under /proc that the sandbox hides or
// that shows its effects.
func (w *Watcher) revealsSandbox(pid uint32, dirfd int32, path string) bool {
	ownDir := procDir(pid)
	at, ok := absolute(ownDir, dirfd, path)
	for _, self := range []string{"/proc/self/", "/proc/thread-self/"} { // in this process "self" is the watcher
		if rest, found := strings.CutPrefix(at, self); found {
			at = ownDir + rest
		}
	}
	real, err := filepath.EvalSymlinks(at)
	if !ok || err != nil || !beneath(real, "/proc") {
		return false
	}
	if name, found := strings.CutPrefix(real, ownDir); found {
		return !slices.Contains(unaffectedProcFiles, name)
	}
	return !slices.ContainsFunc(resolveAll(w.spec.readablePaths()), func(root string) bool { return beneath(real, root) })
}

// readOnly reports whether the flags of an open permit reading only and create no file.
func readOnly(flags uint64) bool {
	return flags&(unix.O_ACCMODE|unix.O_CREAT|unix.O_TRUNC|unix.O_TMPFILE&^unix.O_DIRECTORY) == unix.O_RDONLY
}

// readPath reads a path that ends with a zero byte from the memory of a thread.
func readPath(pid uint32, address uint64) (string, error) {
	f, err := os.Open(fmt.Sprintf("/proc/%d/mem", pid))
	if err != nil {
		return "", err
	}
	defer f.Close()
	var path []byte
	const page = 4096
	for len(path) <= unix.PathMax {
		// Stop at the end of the page: the next page may not be mapped.
		part := make([]byte, page-address%page)
		n, err := f.ReadAt(part, int64(address))
		if i := bytes.IndexByte(part[:n], 0); i >= 0 {
			return string(append(path, part[:i]...)), nil
		}
		if n < len(part) {
			return "", errors.Join(err, unix.EFAULT)
		}
		path, address = append(path, part...), address+page-address%page
	}
	return "", unix.ENAMETOOLONG
}

// procDir returns the directory of a process in /proc, with a slash at the end.
func procDir(pid uint32) string { return fmt.Sprintf("/proc/%d/", pid) }

// absolute returns a path of a process as an absolute path. ownDir is the process's directory in
// /proc. ok is false if the directory that a relative path starts from cannot be found. The
// path is not cleaned, because the meaning of .. depends on symbolic links.
func absolute(ownDir string, dirfd int32, path string) (full string, ok bool) {
	if filepath.IsAbs(path) {
		return path, true
	}
	from := ownDir + "cwd"
	if dirfd != unix.AT_FDCWD {
		from = fmt.Sprintf("%sfd/%d", ownDir, dirfd)
	}
	base, err := os.Readlink(from)
	return base + "/" + path, err == nil
}
