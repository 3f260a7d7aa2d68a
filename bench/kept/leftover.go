package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// What tests leave behind is a failure, too: files in the module or in the directories for
// temporary files, and processes.

// files lists the files below the directories.
func files(dirs ...string) map[string]bool {
	have := map[string]bool{}
	for _, dir := range dirs {
		_ = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
			have[path] = err == nil
			return nil
		})
	}
	return have
}

// countLeftovers counts the files that were not there before, and the processes of the test binary.
func (t *tests) countLeftovers(before map[string]bool, binary string, dirs ...string) {
	for path := range files(dirs...) {
		if !before[path] {
			t.count("left behind a file", false, path)
		}
	}
	links, _ := filepath.Glob("/proc/[0-9]*/exe")
	for _, link := range links {
		if exe, err := os.Readlink(link); err == nil && strings.TrimSuffix(exe, " (deleted)") == binary {
			t.count("left behind a process", false, link)
		}
	}
}
