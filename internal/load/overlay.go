package load

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// readOverlay reads the overlay file that GOFLAGS names, for a go command that
// runs in dir. The result maps the absolute path of each replaced file to the
// absolute path of the file with its content, or to "" if the overlay hides the
// file. Errors contain the name of the overlay file.
func readOverlay(name, dir string) (map[string]string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	abs := func(path string) string {
		if filepath.IsAbs(path) {
			return filepath.Clean(path)
		}
		return filepath.Join(dir, path)
	}
	fault := func(format string, args ...any) error {
		return fmt.Errorf("%s: the overlay of GOFLAGS %s; correct it, or take -overlay out of GOFLAGS", abs(name), fmt.Sprintf(format, args...))
	}
	text, err := ReadFile(abs(name))
	if err != nil {
		return nil, fault("cannot be read: %v", withoutPath(err))
	}
	var list struct{ Replace map[string]string }
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fault("is not the JSON of one: %v", err)
	}
	files := make(map[string]string, len(list.Replace))
	for at, from := range list.Replace {
		if from != "" {
			from = abs(from)
			if info, err := os.Stat(from); err != nil {
				return nil, fault("puts %s in the place of %s: %v", from, at, withoutPath(err))
			} else if info.IsDir() {
				return nil, fault("puts %s, a directory, in the place of %s", from, at)
			} else if !info.Mode().IsRegular() {
				return nil, fault("puts %s in the place of %s: %v", from, at, ErrNotPlain)
			}
		}
		files[abs(at)] = from
	}
	return files, nil
}

// withoutPath returns an error of package os without the path.
func withoutPath(err error) error {
	if p, ok := err.(*os.PathError); ok {
		return p.Err
	}
	return err
}

// hiddenFile is the content of a Go file that an overlay hides.
const hiddenFile = "//go:build ignore\n\npackage ignored\n"

// Contents reads the files of an overlay and returns their contents in the form
// of Options.Overlay.
func Contents(overlay map[string]string) (map[string][]byte, error) {
	contents := make(map[string][]byte, len(overlay))
	for at, from := range overlay {
		switch {
		case from != "":
			text, err := ReadFile(from)
			if err != nil {
				return nil, err
			}
			contents[at] = text
		case strings.HasSuffix(at, ".go"):
			contents[at] = []byte(hiddenFile)
		}
	}
	return contents, nil
}
