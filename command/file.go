package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// target finds what a name to be written stands for: where its links lead,
// and whether it can be replaced as a whole. Devices, pipes and links that
// lead nowhere cannot.
func target(name string) (path string, replace bool, err error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		_, err := os.Lstat(name)
		return name, errors.Is(err, fs.ErrNotExist), nil
	case err != nil:
		return "", false, err
	case info.IsDir():
		return "", false, syscall.EISDIR
	case !info.Mode().IsRegular():
		return name, false, nil
	}
	if path, err = filepath.EvalSymlinks(name); err != nil {
		return name, false, nil // a file without a name
	}
	return path, true, nil
}

// writable reports before the work begins what would keep its result from
// being written to name. Nothing changes.
func writable(name string) error {
	if name == "" || name == "-" {
		return nil
	}
	path, replace, err := target(name)
	if err == nil && replace {
		var f *os.File
		if f, err = os.CreateTemp(filepath.Dir(path), ".nearmiss-*"); err == nil {
			f.Close()
			err = os.Remove(f.Name())
		}
	}
	return writeError(name, err)
}

// writeFile replaces name as a whole or not at all.
func writeFile(name string, data []byte) error {
	path, replace, err := target(name)
	switch {
	case err != nil:
	case replace:
		err = replaceFile(path, data)
	default:
		err = writeInto(path, data)
	}
	return writeError(name, err)
}

// writeInto writes to what cannot be replaced. It does not wait for the other end of a pipe.
func writeInto(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|syscall.O_NONBLOCK, 0o644)
	if errors.Is(err, syscall.ENXIO) {
		return errors.New("it is a pipe that no process reads from")
	}
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

func replaceFile(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".nearmiss-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(mode)
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	return err
}

// writeError names the file that the user named, and not the temporary one.
func writeError(name string, err error) error {
	if err == nil {
		return nil
	}
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		err = p.Err
	}
	if l := (*os.LinkError)(nil); errors.As(err, &l) {
		err = l.Err
	}
	return fmt.Errorf("%s: cannot write the result: %w", name, err)
}
