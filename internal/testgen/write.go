package testgen

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"nearmiss/internal/load"
)

// Write puts files below dir, which it makes if need be, and returns where they
// are. Each file appears whole or not at all: it is written under a temporary name
// in dir, synced and renamed. Where a Go file is there and lacks our header,
// nothing is written: the error is a *CollisionError. What else is there already,
// such as a seed, stays as it is. Every other fault is a *WriteError.
//
// With tests, those that an earlier run left and this one does not have are removed.
func Write(files []File, dir string) (paths []string, err error) {
	if len(files) == 0 {
		return nil, nil
	}
	var fresh []File
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if filepath.Ext(path) != ".go" {
			if _, err := os.Lstat(path); err == nil {
				continue
			}
		} else if err := Overwritable(path); err != nil {
			return nil, err
		}
		fresh = append(fresh, f)
	}
	if paths, err = writeAll(dir, fresh); err != nil || !holds(files, TestFile) && !holds(files, PanicFile) {
		return paths, err
	}
	for _, name := range []string{TestFile, PanicFile, BridgeFile} {
		stale := filepath.Join(dir, name)
		if data, err := load.ReadFile(stale); err == nil && Ours(data) && !holds(files, name) {
			if err := os.Remove(stale); err != nil {
				return paths, writeError(stale, err)
			}
		}
	}
	return paths, nil
}

// Writable reports, before the work begins that Write is to end, what would
// keep it from writing files with these names into dir: a *CollisionError or a
// *WriteError. Nothing changes. What fills up only later is not foreseen.
func Writable(dir string, names ...string) error {
	for _, name := range names {
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

func holds(files []File, name string) bool {
	return slices.ContainsFunc(files, func(f File) bool { return f.Name == name })
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

// writeAll writes files below dir, which it makes if need be: all of them under
// temporary names first, synced, so that a full disk changes nothing. Nothing is
// written through a symbolic link that leads out of dir.
func writeAll(dir string, files []File) (paths []string, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, writeError(dir, err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, writeError(dir, err)
	}
	defer root.Close()
	temps := make([]string, len(files))
	defer func() {
		for _, t := range temps {
			root.Remove(t)
		}
	}()
	for i, f := range files {
		name := filepath.FromSlash(f.Name)
		temps[i] = filepath.Join(filepath.Dir(name), ".nearmiss-"+rand.Text()+".tmp")
		if err := writeSynced(root, temps[i], f.Data); err != nil {
			return nil, linkError(root, name, err)
		}
	}
	for i, f := range files {
		name := filepath.FromSlash(f.Name)
		if err := root.Rename(temps[i], name); err != nil {
			return paths, linkError(root, name, err)
		}
		paths = append(paths, filepath.Join(dir, name))
	}
	return paths, nil
}

// writeSynced writes a file that is not there yet. Directories that lack are made.
func writeSynced(root *os.Root, name string, data []byte) error {
	if err := root.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	f, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// linkError says why a name below root cannot be written: above all that one of
// its directories is a symbolic link that leads out of root.
func linkError(root *os.Root, name string, err error) error {
	for dir := name; dir != "."; dir = filepath.Dir(dir) {
		info, lerr := root.Lstat(dir)
		if lerr != nil || info.Mode()&fs.ModeSymlink == 0 {
			continue
		}
		if _, serr := root.Stat(dir); serr != nil {
			return &WriteError{Path: filepath.Join(root.Name(), dir), Err: errors.New("it is a symbolic link that does not lead to a directory below " + root.Name() +
				"; put a directory there, or choose another place with -o")}
		}
	}
	return writeError(filepath.Join(root.Name(), name), err)
}

// writeError keeps the cause without the temporary name around it.
func writeError(path string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return &WriteError{Path: path, Err: err}
}

// FuzzWritable reports before the work begins that a file of that name is not
// ours, or that seeds would go elsewhere.
func FuzzWritable(dir string) error {
	if err := Overwritable(filepath.Join(dir, FuzzFile)); err != nil {
		return fmt.Errorf("-corpus: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil // it is still to be made
	}
	defer root.Close()
	below := filepath.FromSlash(CorpusPath("", ""))
	if _, err := root.Stat(below); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("-corpus: %w", linkError(root, below, err))
	}
	return nil
}
