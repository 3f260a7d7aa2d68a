package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"nearmiss/bench/internal/experiment"
)

// copied are the packages of subjects that the parts search, below the directory of subjects.
var copied = []string{"fitnex", "fitnex/fourth", "fitnex/fifth", "ese", "triangle", "bibclean", "tiff"}

// copySubjects makes a module of copies of the subjects, so that their import paths stay the
// same wherever they are kept.
func (l *lab) copySubjects(ctx context.Context) error {
	l.subjects = filepath.Join(l.scratch, "subjects")
	if err := os.MkdirAll(l.subjects, 0o755); err != nil {
		return err
	}
	if _, err := experiment.Output(ctx, l.subjects, nil, "go", "mod", "init", "subjects"); err != nil {
		return err
	}
	for _, name := range copied {
		if err := copySources(filepath.Join(l.subjects, name), filepath.Join(l.root, l.where("subjects"), name)); err != nil {
			return err
		}
	}
	return nil
}

// where returns a directory of the module, which may stand below bench.
func (l *lab) where(dir string) string {
	below := filepath.Join("bench", dir)
	if _, err := os.Stat(filepath.Join(l.root, below)); err == nil {
		return below
	}
	return dir
}

// copySources copies the Go files of a directory, without tests.
func copySources(to, from string) error {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	names, err := filepath.Glob(filepath.Join(from, "*.go"))
	if err != nil {
		return err
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(filepath.Join(to, filepath.Base(name)), text, 0o644)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
