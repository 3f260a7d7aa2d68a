package testgen

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Write puts files below dir, which it creates if necessary, and returns their paths. Each
// file appears whole or not at all: Write creates it under a temporary name in dir, syncs and
// renames it. If an existing Go file lacks the header of nearmiss, Write writes nothing and
// returns a *CollisionError. An existing file of another kind, such as a seed, stays as it is.
// Every other error is a *WriteError.
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
	return writeAll(dir, fresh)
}

// Writable reports, before a long run, an error that would keep Write from writing files with
// these names into dir: a *CollisionError or a *WriteError. It changes nothing. It does not
// foresee a disk that fills up later.
func Writable(dir string, names ...string) error {
	for _, name := range names {
		if err := Overwritable(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	// If dir does not exist yet, Write creates it, and so its nearest existing parent must be a
	// writable directory.
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

// Overwritable returns an error unless path is free or a file of nearmiss.
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

// writeAll writes files below dir, which it creates if necessary. It first writes and syncs
// all of them under temporary names, so that a full disk changes nothing. It writes nothing
// through a symbolic link that leads out of dir.
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

// writeSynced creates and syncs a file, which must not exist. It creates missing directories.
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

// linkError explains why a name below root cannot be written, in particular if one of its
// directories is a symbolic link that leads out of root.
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

// writeError wraps the cause of err without the temporary file name.
func writeError(path string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return &WriteError{Path: path, Err: err}
}

// FuzzWritable reports, before a long run, that the existing fuzz file is not of nearmiss, or
// that a symbolic link would lead seeds out of dir.
func FuzzWritable(dir string) error {
	if err := Overwritable(filepath.Join(dir, FuzzFile)); err != nil {
		return fmt.Errorf("-corpus: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil // dir does not exist yet
	}
	defer root.Close()
	below := filepath.FromSlash(CorpusPath("", ""))
	if _, err := root.Stat(below); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("-corpus: %w", linkError(root, below, err))
	}
	return nil
}
