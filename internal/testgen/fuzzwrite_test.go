package testgen

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fuzzing is a target with a seed.
func fuzzing() []File {
	seed := File{Name: CorpusPath("FuzzHalf", "0123456789abcdef"), Data: []byte(corpusHead + "int(1)\n")}
	return []File{seed, {Name: FuzzFile, Data: []byte(generated + "\n\npackage p\n")}}
}

// TestWriteFuzzLinks: seeds go through a symbolic link only if it stays below the
// directory of the tests. What it leads to elsewhere stays as it is.
func TestWriteFuzzLinks(t *testing.T) {
	for _, tt := range []struct {
		name, link, to string
		refused        bool // before the work begins, too
		late           bool // only when seeds are written
	}{
		{name: "a directory outside", link: "testdata", to: "../outside", refused: true},
		{name: "an absolute path", link: "testdata", to: "OUTSIDE", refused: true},
		{name: "the corpus alone", link: "testdata/fuzz", to: "../../outside", refused: true},
		{name: "one target", link: "testdata/fuzz/FuzzHalf", to: "../../../outside", refused: true, late: true},
		{name: "nothing yet", link: "testdata", to: "../missing", refused: true},
		{name: "another package of the module", link: "testdata", to: "../sibling/testdata", refused: true},
		{name: "a directory of the package", link: "testdata", to: "data"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			top := t.TempDir()
			dir, outside := filepath.Join(top, "p"), filepath.Join(top, "outside")
			for _, d := range []string{outside, filepath.Join(top, "sibling/testdata"), filepath.Join(dir, "data"), filepath.Dir(filepath.Join(dir, tt.link))} {
				if err := os.MkdirAll(d, 0o777); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Symlink(strings.ReplaceAll(tt.to, "OUTSIDE", outside), filepath.Join(dir, tt.link)); err != nil {
				t.Fatal(err)
			}
			if err := FuzzWritable(dir); (err != nil) != (tt.refused && !tt.late) {
				t.Errorf("before the work: %v", err)
			}
			paths, err := Write(fuzzing(), dir)
			var wrong *WriteError
			switch {
			case tt.refused && !errors.As(err, &wrong):
				t.Errorf("wrote %v, error %v", paths, err)
			case tt.refused && (wrong.Path != filepath.Join(dir, tt.link) || !strings.Contains(err.Error(), "symbolic link")):
				t.Errorf("the error is: %v", err)
			case !tt.refused && (err != nil || len(paths) != 2):
				t.Errorf("wrote %v, error %v", paths, err)
			}
			err = filepath.WalkDir(top, func(path string, d os.DirEntry, err error) error {
				if err == nil && d.Type().IsRegular() && !strings.HasPrefix(path, dir+string(filepath.Separator)) {
					t.Errorf("wrote %s", path)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}

// TestWriteFuzzTemporary: nothing is left of the names under which files are written.
func TestWriteFuzzTemporary(t *testing.T) {
	dir := t.TempDir()
	if _, err := Write(fuzzing(), dir); err != nil {
		t.Fatal(err)
	}
	for _, in := range []string{dir, filepath.Join(dir, "testdata/fuzz/FuzzHalf")} {
		if left, _ := filepath.Glob(filepath.Join(in, ".nearmiss-*")); len(left) > 0 {
			t.Errorf("left %v", left)
		}
	}
}
