package cover

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"nearmiss/internal/subject"
)

// TestForgetState: when a run begins and when it ends states go that are older than
// two weeks, and nothing else does, however old.
func TestForgetState(t *testing.T) {
	for _, ends := range []bool{false, true} {
		top := t.TempDir()
		dir := filepath.Join(top, "state")
		const own, old, temp = "0123456789abcdef.json", "00000000000000aa.json", ".state-123456"
		kept := []string{
			own, "00000000000000bb.json", ".state-99", // young, but for the first
			"notes.json", "00000000000000AA.json", "00000000000000aa.json~", "00000000000000aa0.json", ".state-x", "state",
			"00000000000000dd.json", // a directory
			"00000000000000ee.json", // a link
		}
		begun := time.Now()
		v := &saver{file: filepath.Join(dir, own)}
		fill := func() {
			if err := os.MkdirAll(filepath.Join(dir, "00000000000000dd.json"), 0o777); err != nil {
				t.Fatal(err)
			}
			target := filepath.Join(top, "00000000000000cc.json")
			for _, path := range append([]string{target, filepath.Join(dir, old), filepath.Join(dir, temp)}, paths(dir, kept[:9])...) {
				if err := os.WriteFile(path, []byte("{}"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			os.Symlink(target, filepath.Join(dir, "00000000000000ee.json"))
			age := func(path string, by time.Duration) {
				if err := os.Chtimes(path, begun.Add(-by), begun.Add(-by)); err != nil {
					t.Fatal(err)
				}
			}
			for _, name := range append([]string{old, temp}, kept...) {
				age(filepath.Join(dir, name), stateKept+time.Hour)
			}
			age(target, stateKept+time.Hour)
			for _, name := range kept[1:3] {
				age(filepath.Join(dir, name), stateKept-time.Hour)
			}
		}
		if ends {
			v.begin()
			fill()
			v.end(false)
		} else {
			fill()
			v.begin()
			defer v.end(false)
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range entries {
			got = append(got, e.Name())
		}
		want := slices.Sorted(slices.Values(kept))
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("at the end %v: left are %v, want %v", ends, got, want)
		}
		if _, err := os.Stat(filepath.Join(top, "00000000000000cc.json")); err != nil {
			t.Error("outside of the directory", err)
		}
	}
}

// TestForgetStateNames: a saver's names are those that are forgotten.
func TestForgetStateNames(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache)
	v, err := newSaver(&Options{Common: subject.Common{Dir: "."}})
	if err != nil || !ownName.MatchString(filepath.Base(v.file)) {
		t.Fatalf("%+v, %v", v, err)
	}
	f, err := os.CreateTemp(cache, temporary+"*")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if !ownName.MatchString(filepath.Base(f.Name())) {
		t.Error(f.Name())
	}
}

func paths(dir string, names []string) []string {
	var all []string
	for _, n := range names {
		all = append(all, filepath.Join(dir, n))
	}
	return all
}
