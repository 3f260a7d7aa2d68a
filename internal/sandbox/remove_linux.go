package sandbox

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// Remove removes a directory that a process in the sandbox has written to, with
// what that has hidden in directories without rights. The process has ended.
func Remove(dir string) error {
	if err := empty(dir, math.MaxInt); err != nil {
		return err
	}
	return os.Remove(dir)
}

// mostRemoved bounds the names that Empty removes: a process that lives on may
// write them as fast as they go.
const mostRemoved = 20 * mostEntries

// Empty removes what lies in a directory. The process that has written there may go
// on to write, and swap what it wrote for links: so every step is relative to an open
// directory, and none follows a link.
func Empty(dir string) error { return empty(dir, mostRemoved) }

func empty(dir string, most int) error {
	top, err := openDir(unix.AT_FDCWD, dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return &fs.PathError{Op: "open", Path: dir, Err: err}
	}
	defer top.Close()
	r := remover{top: top, left: most}
	if err := r.empty(top); err != nil {
		return fmt.Errorf("cannot empty %s: %w", dir, err)
	}
	return nil
}

// A remover empties the directory top. Directories below it are moved up to it before
// they are emptied, so that however deep they lie two descriptors do.
type remover struct {
	top   *os.File
	moved int // directories so far; they are named by number
	left  int // names that may still be removed
}

var errLively = errors.New("files appear in it as fast as they are removed")

// empty removes or moves to the top what lies in a directory, in passes, since names
// that come while one reads may be left out, until one finds nothing.
func (r *remover) empty(dir *os.File) error {
	for {
		if _, err := dir.Seek(0, io.SeekStart); err != nil {
			return err
		}
		names, err := dir.Readdirnames(-1)
		if err != nil || len(names) == 0 {
			return err
		}
		for _, name := range names {
			if r.left--; r.left < 0 {
				return errLively
			}
			if err := r.remove(dir, name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return &fs.PathError{Op: "remove", Path: name, Err: err}
			}
		}
	}
}

// remove removes one name, or, if it is that of a directory below the top, moves it up.
func (r *remover) remove(dir *os.File, name string) error {
	err := unix.Unlinkat(int(dir.Fd()), name, 0)
	if !errors.Is(err, unix.EISDIR) {
		return err
	}
	sub, err := openDir(int(dir.Fd()), name)
	if again(err) {
		return nil
	} else if err != nil {
		return err
	}
	defer sub.Close()
	if dir != r.top {
		return r.hoist(dir, name)
	}
	if err := r.empty(sub); err != nil {
		return err
	}
	if err = unix.Unlinkat(int(dir.Fd()), name, unix.AT_REMOVEDIR); again(err) {
		return nil
	}
	return err
}

// again reports whether a name has become that of another file since it was looked at,
// or a directory has been filled. The next pass finds it.
func again(err error) bool {
	return errors.Is(err, unix.ENOTDIR) || errors.Is(err, unix.ELOOP) || errors.Is(err, unix.ENOTEMPTY)
}

// hoist moves a directory to the top, by a name that is free there or that of an empty
// directory, which goes.
func (r *remover) hoist(dir *os.File, name string) error {
	for {
		r.moved++
		err := unix.Renameat(int(dir.Fd()), name, int(r.top.Fd()), strconv.Itoa(r.moved))
		if !errors.Is(err, unix.EEXIST) && !errors.Is(err, unix.ENOTEMPTY) && !errors.Is(err, unix.ENOTDIR) {
			return err
		}
		if r.left--; r.left < 0 {
			return errLively
		}
	}
}

// openDir opens a directory, and takes the rights to it that its owner may take.
func openDir(dir int, name string) (*os.File, error) {
	path, err := reach(dir, name)
	if err != nil {
		return nil, err
	}
	defer unix.Close(path)
	if err := takeRights(path); err != nil {
		return nil, err
	}
	return enter(path, name)
}

// reach returns a descriptor of a directory that can be had without any rights to it.
func reach(dir int, name string) (path int, err error) {
	return unix.Openat(dir, name, unix.O_PATH|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
}

// takeRights adds those of the owner to a directory that lacks some. Its path might
// lead elsewhere by now, its descriptor does not.
func takeRights(path int) error {
	var st unix.Stat_t
	if err := unix.Fstat(path, &st); err != nil || st.Mode&unix.S_IRWXU == unix.S_IRWXU {
		return err
	}
	return unix.Chmod(fmt.Sprintf("/proc/self/fd/%d", path), st.Mode&0o7777|unix.S_IRWXU) // fchmod refuses such a descriptor
}

// enter opens a directory that was reached to read it.
func enter(path int, name string) (*os.File, error) {
	fd, err := unix.Openat(path, ".", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), name), nil
}
