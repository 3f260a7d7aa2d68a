package testgen

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// WriteWorst puts the file of a suite that EmitWorst has made, and what else
// it needs, into dir, as Write does. A file that is there and is not ours is
// not touched.
func WriteWorst(s *Suite, dir string) (paths []string, err error) {
	for _, f := range s.Files {
		if err := Overwritable(filepath.Join(dir, f.Name)); err != nil {
			return nil, err
		}
	}
	return writeAll(dir, s.Files)
}

// WorstWritable reports before the work begins what would keep WriteWorst
// from writing into dir.
func WorstWritable(dir string) error {
	if err := Overwritable(filepath.Join(dir, WorstFile)); err != nil {
		return err
	}
	return Writable(dir)
}

// WriteFuzz puts the targets and their seeds below dir, as Write does. A file
// that is there and is not ours is not touched; a seed that is there already
// stays as it is. It returns what was written.
func WriteFuzz(z *Fuzzing, dir string) (paths []string, err error) {
	if len(z.Suite.Files) == 0 {
		return nil, nil
	}
	if err := Overwritable(filepath.Join(dir, FuzzFile)); err != nil {
		return nil, err
	}
	seeds := slices.DeleteFunc(slices.Clone(z.Seeds), func(f File) bool {
		_, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(f.Name)))
		return err == nil
	})
	return writeAll(dir, append(seeds, z.Suite.Files...))
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
