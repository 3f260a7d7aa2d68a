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

// Remove removes a directory that a process in the sandbox has written to, including
// directories without permissions. The process must have ended.
func Remove(dir string) error {
	if err := removeContents(dir, math.MaxInt); err != nil {
		return err
	}
	return os.Remove(dir)
}

// maxRemoved bounds the names that Empty removes: a live process may create files as fast as
// Empty removes them.
const maxRemoved = 20 * maxEntries

// Empty removes the contents of a directory. The process that has written them may still run
// and may replace files by symbolic links. Therefore each step is relative to an open
// directory, and no step follows a link.
func Empty(dir string) error { return removeContents(dir, maxRemoved) }

func removeContents(dir string, budget int) error {
	top, err := openDir(unix.AT_FDCWD, dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return &fs.PathError{Op: "open", Path: dir, Err: err}
	}
	defer top.Close()
	r := remover{top: top, budget: budget}
	if err := r.empty(top); err != nil {
		return fmt.Errorf("cannot empty %s: %w", dir, err)
	}
	return nil
}

// A remover empties the directory top. It moves each directory up to top before it empties it,
// so that two open descriptors suffice at any depth.
type remover struct {
	top    *os.File
	moved  int // number of directories moved, which names the last of them
	budget int // number of names that may still be removed
}

var errRefilled = errors.New("files appear in it as fast as they are removed")

// empty removes the contents of a directory or moves them to the top. It repeats until it finds
// no name, because reading a directory may miss names that are created meanwhile.
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
			if r.budget--; r.budget < 0 {
				return errRefilled
			}
			if err := r.remove(dir, name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return &fs.PathError{Op: "remove", Path: name, Err: err}
			}
		}
	}
}

// remove removes a file or a directory of the top directory. It moves deeper directories to the
// top.
func (r *remover) remove(dir *os.File, name string) error {
	err := unix.Unlinkat(int(dir.Fd()), name, 0)
	if !errors.Is(err, unix.EISDIR) {
		return err
	}
	sub, err := openDir(int(dir.Fd()), name)
	if changedMeanwhile(err) {
		return nil
	} else if err != nil {
		return err
	}
	defer sub.Close()
	if dir != r.top {
		return r.moveToTop(dir, name)
	}
	if err := r.empty(sub); err != nil {
		return err
	}
	if err = unix.Unlinkat(int(dir.Fd()), name, unix.AT_REMOVEDIR); changedMeanwhile(err) {
		return nil
	}
	return err
}

// changedMeanwhile reports whether an error shows that the process has replaced a file or
// filled a directory. The next pass will remove it.
func changedMeanwhile(err error) bool {
	return errors.Is(err, unix.ENOTDIR) || errors.Is(err, unix.ELOOP) || errors.Is(err, unix.ENOTEMPTY)
}

// moveToTop moves a directory to the top, under the next number that is free there or names an
// empty directory, which the move replaces.
func (r *remover) moveToTop(dir *os.File, name string) error {
	for {
		r.moved++
		err := unix.Renameat(int(dir.Fd()), name, int(r.top.Fd()), strconv.Itoa(r.moved))
		if !errors.Is(err, unix.EEXIST) && !errors.Is(err, unix.ENOTEMPTY) && !errors.Is(err, unix.ENOTDIR) {
			return err
		}
		if r.budget--; r.budget < 0 {
			return errRefilled
		}
	}
}

// openDir opens a directory for reading. It first gives the owner all permissions.
func openDir(dir int, name string) (*os.File, error) {
	path, err := openDirPath(dir, name)
	if err != nil {
		return nil, err
	}
	defer unix.Close(path)
	if err := addOwnerRights(path); err != nil {
		return nil, err
	}
	return reopenDir(path, name)
}

// openDirPath returns an O_PATH descriptor of a directory, which needs no permissions on it.
func openDirPath(dir int, name string) (path int, err error) {
	return unix.Openat(dir, name, unix.O_PATH|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
}

// addOwnerRights gives the owner of a directory all permissions. It takes a descriptor because a
// path may lead to another file by now.
func addOwnerRights(path int) error {
	var st unix.Stat_t
	if err := unix.Fstat(path, &st); err != nil || st.Mode&unix.S_IRWXU == unix.S_IRWXU {
		return err
	}
	return unix.Chmod(fmt.Sprintf("/proc/self/fd/%d", path), st.Mode&0o7777|unix.S_IRWXU) // fchmod refuses O_PATH descriptors
}

// reopenDir opens the directory of an O_PATH descriptor for reading.
func reopenDir(path int, name string) (*os.File, error) {
	fd, err := unix.Openat(path, ".", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), name), nil
}
