package testgen

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// WriteWorst puts the file of a suite that EmitWorst has made, and what else
// it needs, into dir. A file that is there and is not ours is not touched.
func WriteWorst(s *Suite, dir string) (paths []string, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, writeError(dir, err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, writeError(dir, err)
	}
	defer root.Close()
	for _, f := range s.Files {
		at := filepath.Join(dir, f.Name)
		if err := Overwritable(at); err != nil {
			return paths, err
		}
		if err := writeBelow(root, f.Name, f.Data); err != nil {
			return paths, writeError(at, err)
		}
		paths = append(paths, at)
	}
	return paths, nil
}

// WorstWritable reports before the work begins what would keep WriteWorst
// from writing into dir.
func WorstWritable(dir string) error {
	if err := Overwritable(filepath.Join(dir, WorstFile)); err != nil {
		return err
	}
	return Writable(dir)
}

// WriteFuzz puts the targets and their seeds below dir, each file as a whole
// or not at all. A file that is there and is not ours is not touched; a seed
// that is there already stays as it is. Nothing is written through a symbolic
// link that leads out of dir. It returns what was written.
func WriteFuzz(z *Fuzzing, dir string) (paths []string, err error) {
	if len(z.Suite.Files) == 0 {
		return nil, nil
	}
	path := filepath.Join(dir, FuzzFile)
	if err := Overwritable(path); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, writeError(dir, err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, writeError(dir, err)
	}
	defer root.Close()
	for _, f := range append(slices.Clone(z.Seeds), z.Suite.Files...) {
		name := filepath.FromSlash(f.Name)
		at := filepath.Join(dir, name)
		if _, err := root.Lstat(name); err == nil && at != path {
			continue
		}
		if err := writeBelow(root, name, f.Data); err != nil {
			return paths, linkError(root, name, err)
		}
		paths = append(paths, at)
	}
	return paths, nil
}

// writeBelow writes a file under a temporary name and renames it. Directories that
// lack are made.
func writeBelow(root *os.Root, name string, data []byte) error {
	dir := filepath.Dir(name)
	if err := root.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	temp := filepath.Join(dir, ".nearmiss-"+rand.Text()+".tmp")
	err := writeSynced(root, temp, data)
	if err == nil {
		err = root.Rename(temp, name)
	}
	if err != nil {
		root.Remove(temp)
	}
	return err
}

// writeSynced writes a file that is not there yet.
func writeSynced(root *os.Root, name string, data []byte) error {
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
