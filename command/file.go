package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// outputFile returns the path of an output file without symbolic links, and whether the
// file can be replaced by a rename. Devices, pipes and dangling links cannot; the name of
// a dangling link is returned unresolved.
func outputFile(name string) (path string, replace bool, err error) {
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

// checkWritable returns an error if writeFile could not write to name, so that a long
// search does not end without a place for its result. It leaves name unchanged.
func checkWritable(name string) error {
	if name == "" || name == "-" {
		return nil
	}
	path, replace, err := outputFile(name)
	if err == nil && replace {
		var f *os.File
		if f, err = os.CreateTemp(filepath.Dir(path), ".nearmiss-*"); err == nil {
			f.Close()
			err = os.Remove(f.Name())
		}
	}
	return writeError(name, err)
}

// writeFile writes data to the file name. It replaces a regular file atomically.
func writeFile(name string, data []byte) error {
	path, replace, err := outputFile(name)
	switch {
	case err != nil:
	case replace:
		err = replaceFile(path, data)
	default:
		err = writeInPlace(path, data)
	}
	return writeError(name, err)
}

// writeInPlace writes to a file that a rename cannot replace, such as a device. It does
// not wait for the reader of a pipe.
func writeInPlace(path string, data []byte) error {
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

// replaceFile writes data to a temporary file and renames the file to path.
func replaceFile(path string, data []byte) error {
	dir, err := os.MkdirTemp(filepath.Dir(path), ".nearmiss-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	temp := filepath.Join(dir, filepath.Base(path))
	err = os.WriteFile(temp, data, 0o644)
	if info, statErr := os.Stat(path); err == nil && statErr == nil {
		err = os.Chmod(temp, info.Mode().Perm())
	}
	if err == nil {
		err = os.Rename(temp, path)
	}
	return err
}

// writeError wraps err with the file name that the user gave, in place of the name of the
// temporary file.
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
