package load

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// readOverlay reads the overlay that GOFLAGS names, for a go command that
// runs in dir: from paths to the files whose contents are seen there, or to
// nothing where a file is hidden. What is wrong with it is said with its name.
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
	fault := func(what string, args ...any) error {
		return fmt.Errorf("%s: the overlay of GOFLAGS %s; correct it, or take -overlay out of GOFLAGS", abs(name), fmt.Sprintf(what, args...))
	}
	text, err := ReadFile(abs(name))
	if err != nil {
		return nil, fault("cannot be read: %v", cause(err))
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
				return nil, fault("puts %s in the place of %s: %v", from, at, cause(err))
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

// cause is an error of package os without the path.
func cause(err error) error {
	if p, ok := err.(*os.PathError); ok {
		return p.Err
	}
	return err
}

// hidden stands where an overlay hides a Go file.
const hidden = "//go:build ignore\n\npackage ignored\n"

// Contents reads the files of an overlay as Options.Overlay wants them.
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
			contents[at] = []byte(hidden)
		}
	}
	return contents, nil
}
