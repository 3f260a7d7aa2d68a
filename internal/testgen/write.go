package testgen

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"nearmiss/internal/load"
)

// written are the files that Write may write.
var written = []string{TestFile, PanicFile, BridgeFile}

// Write puts the files into dir, which it makes if need be. Each file appears
// whole or not at all: it is written under a temporary name in dir, synced
// and renamed. A file that is there and lacks our header is not touched, and
// then none of the others is written: the error is a *CollisionError.
// Every other fault is a *WriteError.
//
// Files that an earlier run left and this one does not need are removed.
func Write(files []File, dir string) error {
	for _, name := range written {
		if err := Overwritable(filepath.Join(dir, name)); err != nil && needs(files, name) {
			return err
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return writeError(dir, err)
	}
	temps := make([]string, len(files))
	defer func() {
		for _, t := range temps {
			if t != "" {
				os.Remove(t)
			}
		}
	}()
	for i, f := range files {
		temp, err := writeTemp(dir, f)
		if err != nil {
			return writeError(filepath.Join(dir, f.Name), err)
		}
		temps[i] = temp
	}
	for i, f := range files {
		path := filepath.Join(dir, f.Name)
		if err := os.Rename(temps[i], path); err != nil {
			return writeError(path, err)
		}
		temps[i] = ""
	}
	for _, name := range written {
		stale := filepath.Join(dir, name)
		if len(files) == 0 || needs(files, name) {
			continue
		}
		if data, err := load.ReadFile(stale); err == nil && Ours(data) {
			if err := os.Remove(stale); err != nil {
				return writeError(stale, err)
			}
		}
	}
	return nil
}

// Writable reports, before the work begins that Write is to end, what would
// keep it from writing into dir: a *CollisionError or a *WriteError. Nothing
// changes. What fills up only later is not foreseen.
func Writable(dir string) error {
	for _, name := range []string{TestFile, PanicFile} {
		if err := Overwritable(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	// Where dir is still to be made, what counts is the nearest one that is there.
	at := dir
	for {
		info, err := os.Stat(at)
		if err == nil && !info.IsDir() {
			return &WriteError{Path: dir, Err: syscall.ENOTDIR}
		}
		if up := filepath.Dir(at); errors.Is(err, fs.ErrNotExist) && up != at {
			at = up
			continue
		}
		break
	}
	if err := mayWrite(at); err != nil {
		return writeError(dir, err)
	}
	return nil
}

func needs(files []File, name string) bool {
	for _, f := range files {
		if f.Name == name {
			return true
		}
	}
	return false
}

// Overwritable reports whether path is free or ours.
func Overwritable(path string) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return writeError(path, err)
	case !info.Mode().IsRegular():
		return &CollisionError{Path: path}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return writeError(path, err)
	}
	if !Ours(data) {
		return &CollisionError{Path: path}
	}
	return nil
}

// writeTemp writes a file under a name that the go command overlooks.
func writeTemp(dir string, f File) (string, error) {
	t, err := os.CreateTemp(dir, ".nearmiss-*.tmp")
	if err != nil {
		return "", err
	}
	_, err = t.Write(f.Data)
	if err == nil {
		err = t.Chmod(0o644)
	}
	if err == nil {
		err = t.Sync()
	}
	if e := t.Close(); err == nil {
		err = e
	}
	if err != nil {
		os.Remove(t.Name())
		return "", err
	}
	return t.Name(), nil
}

// writeError keeps the cause without the temporary name around it.
func writeError(path string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return &WriteError{Path: path, Err: err}
}
