package changes

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// repo is a git repository in a directory of the test.
type repo struct {
	t   *testing.T
	dir string
}

func newRepo(t *testing.T) *repo {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git command")
	}
	r := &repo{t, t.TempDir()}
	r.git("init", "-q")
	return r
}

func (r *repo) git(args ...string) {
	r.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.test"}, args...)...)
	cmd.Dir = r.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func (r *repo) write(name, text string) string {
	r.t.Helper()
	path := filepath.Join(r.dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
		r.t.Fatal(err)
	}
	return path
}

func (r *repo) commit() {
	r.t.Helper()
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "x", "--allow-empty")
}

func (r *repo) since(ref string) *Tree {
	r.t.Helper()
	ctx := context.Background()
	top, err := Top(ctx, r.dir, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	tree, err := Since(ctx, top, ref, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	return tree
}

// changed lists the changed lines of a file of n lines.
func changed(t *Tree, file string, n int) (list []int) {
	for i := 1; i <= n; i++ {
		if t.Changed(file, i, i) {
			list = append(list, i)
		}
	}
	return list
}

func changesNumbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i)
	}
	return b.String()
}

func TestWhatCounts(t *testing.T) {
	r := newRepo(t)
	odd := "dir with spaces/ü \"quoted\"\tname.go"
	for _, name := range []string{"a.go", "gone.go", "moved.go", odd, "same.go", "noeol.go"} {
		r.write(name, changesNumbered(9))
	}
	r.write(".gitignore", "ignored.go\n")
	r.commit()
	staged := r.write("a.go", strings.Replace(changesNumbered(9), "line 2\n", "++ b/other.go\n@@ -1 +1 @@\n", 1))
	r.git("add", "a.go")
	r.write("a.go", strings.Replace(changesNumbered(9), "line 2\n", "++ b/other.go\n@@ -1 +1 @@\n", 1)+"-- a/more\n")
	strange := r.write(odd, strings.Replace(changesNumbered(9), "line 8", "LINE 8", 1))
	if err := os.Remove(filepath.Join(r.dir, "gone.go")); err != nil {
		t.Fatal(err)
	}
	r.git("mv", "moved.go", "to.go")
	moved := r.write("to.go", strings.Replace(changesNumbered(9), "line 4\n", "", 1)+"more\n")
	noeol := r.write("noeol.go", strings.TrimSuffix(strings.Replace(changesNumbered(9), "line 0", "LINE 0", 1), "\n"))
	fresh := r.write("new/x.go", changesNumbered(3))
	ignored := r.write("ignored.go", changesNumbered(3))
	tree := r.since("HEAD")
	for file, want := range map[string][]int{
		staged:                           {3, 4, 11},
		strange:                          {9},
		moved:                            {9},
		noeol:                            {1, 9},
		fresh:                            {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
		ignored:                          nil,
		filepath.Join(r.dir, "same.go"):  nil,
		filepath.Join(r.dir, "gone.go"):  nil,
		filepath.Join(r.dir, "other.go"): nil,
		"/elsewhere/a.go":                nil,
	} {
		if got := changed(tree, file, 11); !slices.Equal(got, want) {
			t.Errorf("%s: lines %v, want %v", file, got, want)
		}
	}
	if !tree.Changed(staged, 1, 3) || tree.Changed(staged, 5, 10) {
		t.Error("ranges are not met")
	}
}

// TestSettings: attributes and settings of the repository hide no changed lines, and add none.
func TestSettings(t *testing.T) {
	r := newRepo(t)
	for _, name := range []string{"p.pb.go", "b.go"} {
		r.write(name, changesNumbered(9))
	}
	r.write(".gitattributes", "*.pb.go -diff\nb.go binary\n")
	r.git("config", "diff.interHunkContext", "9")
	r.commit()
	for _, name := range []string{"p.pb.go", "b.go"} {
		r.write(name, strings.NewReplacer("line 2", "LINE 2", "line 5", "LINE 5").Replace(changesNumbered(9)))
	}
	tree := r.since("HEAD")
	for _, name := range []string{"p.pb.go", "b.go"} {
		if got := changed(tree, filepath.Join(r.dir, name), 9); !slices.Equal(got, []int{3, 6}) {
			t.Errorf("%s: lines %v, want 3 and 6", name, got)
		}
	}
}

// Random edits: exactly the new lines are told.
func TestRandomEdits(t *testing.T) {
	r := newRepo(t)
	for seed := range uint64(8) {
		rng := rand.New(rand.NewPCG(seed, 0))
		r.write("a.go", changesNumbered(40))
		r.commit()
		var text []string
		var want []int
		for i := range 40 {
			switch rng.IntN(6) {
			case 0: // removed
				continue
			case 1:
				text = append(text, fmt.Sprintf("new %d-%d", seed, i))
				want = append(want, len(text))
			}
			text = append(text, fmt.Sprintf("line %d", i))
		}
		path := r.write("a.go", strings.Join(text, "\n")+"\n")
		if got := changed(r.since("HEAD"), path, len(text)); !slices.Equal(got, want) {
			t.Errorf("seed %d: lines %v, want %v", seed, got, want)
		}
	}
}

func TestWhatIsNotKnown(t *testing.T) {
	ctx := context.Background()
	r := newRepo(t)
	r.write("a.go", "x\n")
	r.commit()
	for _, ref := range []string{"nothere", "", "-x", "--output=stolen", "HEAD:a.go"} {
		_, err := Since(ctx, r.dir, ref, nil)
		if e := (*Error)(nil); !errors.As(err, &e) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", ref, err)
		}
	}
	if _, err := os.Stat(filepath.Join(r.dir, "stolen")); err == nil {
		t.Error("a reference was taken for an option")
	}
	none := t.TempDir()
	env := append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(none))
	if _, err := Top(ctx, none, env); err == nil || !strings.Contains(err.Error(), "is not in the working tree") {
		t.Errorf("%v", err)
	}
	if _, err := Top(ctx, none, []string{"PATH="}); err == nil {
		t.Errorf("without git in the path: %v", err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := Since(ended, r.dir, "HEAD", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// Neither the index nor anything else in the tree is touched, even where git
// would like to refresh it.
func TestNothingIsTouched(t *testing.T) {
	r := newRepo(t)
	path := r.write("a.go", changesNumbered(3))
	r.commit()
	index := filepath.Join(r.dir, ".git", "index")
	before, err := os.ReadFile(index)
	if err != nil {
		t.Fatal(err)
	}
	r.write("a.go", changesNumbered(3)) // the same with another time
	hourAgo := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, hourAgo, hourAgo); err != nil {
		t.Fatal(err)
	}
	if got := changed(r.since("HEAD"), path, 3); got != nil {
		t.Errorf("lines %v", got)
	}
	if after, err := os.ReadFile(index); err != nil || !slices.Equal(before, after) {
		t.Errorf("the index has changed (%v)", err)
	}
}
