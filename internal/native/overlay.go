package native

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// An Overlay is a set of files that exist only for the go command.
type Overlay struct {
	ListFile    string            // path of the file for the flag -overlay
	VirtualPath map[string]string // maps paths on disk to the paths that the go command sees
}

// WriteOverlay writes files and the list of an overlay into the directory dir.
// files maps the absolute paths that the go command sees to contents. below is
// another overlay, from absolute paths to paths on disk, over which files take
// precedence.
func WriteOverlay(dir string, files map[string][]byte, below map[string]string) (*Overlay, error) {
	overlay := &Overlay{ListFile: filepath.Join(dir, "overlay.json"), VirtualPath: make(map[string]string, len(files))}
	replace := make(map[string]string, len(files)+len(below))
	maps.Copy(replace, below)
	for i, path := range slices.Sorted(maps.Keys(files)) {
		if !filepath.IsAbs(path) {
			return nil, fmt.Errorf("overlay of %s: the path is not absolute", path)
		}
		disk := filepath.Join(dir, strconv.Itoa(i)+"_"+filepath.Base(path))
		if err := os.WriteFile(disk, files[path], 0o600); err != nil {
			return nil, fmt.Errorf("cannot write the worker's sources: %w", err)
		}
		replace[path], overlay.VirtualPath[disk] = disk, path
	}
	text, err := json.Marshal(struct{ Replace map[string]string }{replace})
	if err != nil {
		return nil, fmt.Errorf("cannot write the overlay: %w", err)
	}
	if err := os.WriteFile(overlay.ListFile, text, 0o600); err != nil {
		return nil, fmt.Errorf("cannot write the overlay: %w", err)
	}
	return overlay, nil
}
