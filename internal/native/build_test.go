package native

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"nearmiss/internal/load"
	"nearmiss/internal/testdir"
)

// unpack writes the files of an archive into a new directory.
func unpack(t *testing.T, archive string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	testdir.Write(t, dir, testdir.Files(archive))
	return dir
}

func loadOne(t *testing.T, dir, pattern string) *load.Package {
	t.Helper()
	pkgs, err := load.Load(context.Background(), dir, load.Options{}, pattern)
	if err != nil {
		t.Fatal(err)
	}
	if len(pkgs) != 1 {
		t.Fatalf("%s: %d packages", pattern, len(pkgs))
	}
	return pkgs[0]
}

// tree returns the names and contents of all files below dir.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		fmt.Fprintf(&b, "%s\n%s\n", path, text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// handMade is an in-package file with one entry that reaches an unexported
// function of the package.
func handMade(pkg, imports, call string) []byte {
	main := ""
	if pkg == "main" {
		imports += "import zznmworker \"zznearmiss/worker\"\n"
		main = "func main() { zznmworker.Main(ZzNearmissEntries, ZzNearmissSave, ZzNearmissRestore) }"
	}
	return fmt.Appendf(nil, `package %s

import zznmprobe "zznearmiss/probe"
%s
var ZzNearmissEntries = []zznmprobe.Entry{{Name: "Hand", Run: func(in, out *zznmprobe.Genes) {
	w := in.Next()
	_ = w
	%s
}}}

func ZzNearmissSave()    {}
func ZzNearmissRestore(bool) {}
%s
`, pkg, imports, call, main)
}

// stubWorker stands in for the worker: it runs the first entry and prints.
const stubWorker = `package worker

import "zznearmiss/probe"

func Main(entries []probe.Entry, save func(), restore func(bool)) {
	out := new(probe.Genes)
	entries[0].Run(&probe.Genes{Words: []uint64{41}}, out)
	println(entries[0].Name, out.Words[0])
}
`

// withStub lays the stub over the worker package.
func withStub(t *testing.T, rewritten map[string][]byte) map[string][]byte {
	t.Helper()
	root := goroot(t)
	files := map[string][]byte{}
	for at, text := range rewritten {
		files[at] = text
	}
	all, err := Runtime(root)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(root, "src", RuntimePath("internal/worker"))
	for at := range all {
		if filepath.Dir(at) == dir {
			files[at] = []byte("package worker\n")
		}
	}
	files[filepath.Join(dir, "stub.go")] = []byte(stubWorker)
	return files
}

func goroot(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

const layouts = `
-- plain/go.mod --
module example.com/plain

go 1.21
-- plain/p.go --
package plain

func twice(x uint64) uint64 { return 2 * x }
-- plain/internal/deep/d.go --
package deep

import _ "embed"

//go:embed text.txt
var text string

func twice(x uint64) uint64 { return 2*x + uint64(len(text)) }
-- plain/internal/deep/text.txt --
four
-- plain/cmd/tool/main.go --
package main

func main() { println(twice(1)) }
-- plain/cmd/tool/other.go --
package main

func twice(x uint64) uint64 { return 2 * x }
-- vend/go.mod --
module example.com/vend

go 1.26

require example.com/dep v1.0.0
-- vend/vend.go --
package vend

import "example.com/dep"

func twice(x uint64) uint64 { return dep.Twice(x) }
-- vend/vendor/modules.txt --
# example.com/dep v1.0.0
## explicit; go 1.26
example.com/dep
example.com/dep/internal/deep
-- vend/vendor/example.com/dep/dep.go --
package dep

import "example.com/dep/internal/deep"

func Twice(x uint64) uint64 { return deep.Twice(x) }
-- vend/vendor/example.com/dep/internal/deep/deep.go --
package deep

func Twice(x uint64) uint64 { return 2 * x }
-- space/go.work --
go 1.26

use (
	./a
	./b
)
-- space/a/go.mod --
module example.com/a

go 1.26
-- space/a/a.go --
package a

func Twice(x uint64) uint64 { return 2 * x }
-- space/b/go.mod --
module example.com/b

go 1.26
-- space/b/b.go --
package b

import "example.com/a"

func twice(x uint64) uint64 { return a.Twice(x) }
`

func TestBuildLayouts(t *testing.T) {
	alone(t)
	dir := unpack(t, layouts)
	before := tree(t, dir)
	for _, c := range []struct {
		name, dir, pattern string
		imports, call      string
		want, flags        string
	}{
		{"module", "plain", ".", "", "out.Put(twice(w))", "82", "-mod=mod"},
		{"internal", "plain", "./internal/deep", "", "out.Put(twice(w))", "87", ""},
		{"main", "plain", "./cmd/tool", "", "out.Put(twice(w))", "82", ""},
		{"vendor", "vend", ".", "", "out.Put(twice(w))", "82", "-mod=vendor"},
		{"vendored", "vend", "example.com/dep", "", "out.Put(Twice(w))", "82", "-mod=vendor"},
		{"workspace", "space/b", ".", "", "out.Put(twice(w))", "82", ""},
		{"path", "plain", "path", "", `out.Put(uint64(len(Join("a", "b"))))`, "3", ""},
		{"strconv", "plain", "strconv", "", "out.Put(uint64(len(Itoa(int(w)))))", "2", "-mod=vendor"},
		{"sort", ".", "sort", "", `out.Put(uint64(log2Ceil(uint(w))))`, "6", ""},
		{"unicode/utf8", ".", "unicode/utf8", "", "out.Put(uint64(RuneLen(rune(w))))", "1", ""},
		{"text/scanner", "vend", "text/scanner", "", "out.Put(uint64(digitVal(rune('7'))))", "7", "-mod=vendor"},
	} {
		t.Run(c.name, func(t *testing.T) {
			pkg := loadOne(t, filepath.Join(dir, c.dir), c.pattern)
			rewritten := map[string][]byte{}
			if pkg.Name == "main" {
				for _, file := range pkg.GoFiles {
					text, err := os.ReadFile(file)
					if err != nil {
						t.Fatal(err)
					}
					rewritten[file] = bytes.Replace(text, []byte("func main()"), []byte("func zznmmain()"), 1)
				}
			}
			if c.name == "sort" {
				rewritten[filepath.Join(pkg.Dir, "zzextra.go")] = []byte("package sort\n\nimport \"math/bits\"\n\nfunc log2Ceil(n uint) uint { return uint(bits.Len(n)) }\n")
			}
			bin, err := Build(context.Background(), BuildOptions{
				Pkg:       pkg,
				Rewritten: withStub(t, rewritten),
				Codec:     handMade(pkg.Name, c.imports, c.call),
				Env:       append(os.Environ(), "GOFLAGS=-v -race -cover -tags=some,more "+c.flags),
			})
			if err != nil {
				t.Fatal(err)
			}
			out, err := exec.Command(bin.Path).CombinedOutput()
			if err != nil || string(out) != "Hand "+c.want+"\n" {
				t.Errorf("worker wrote %q, %v; want %q", out, err, "Hand "+c.want+"\n")
			}
			if err := bin.Close(); err != nil {
				t.Error(err)
			}
			if _, err := os.Stat(bin.dir); !os.IsNotExist(err) {
				t.Errorf("%s is still there: %v", bin.dir, err)
			}
		})
	}
	if after := tree(t, dir); after != before {
		t.Errorf("the tree changed:\n%s\n---\n%s", before, after)
	}
}

func TestBuildRefuses(t *testing.T) {
	alone(t)
	dir := unpack(t, layouts)
	temp := t.TempDir()
	inDir := func(dir string) *load.Package { return loadOne(t, dir, ".") }
	plain := inDir(filepath.Join(dir, "plain"))
	for _, c := range []struct {
		name string
		pkg  *load.Package
		opts BuildOptions
		want string
	}{
		{
			"does not compile", plain, BuildOptions{
				Rewritten: map[string][]byte{filepath.Join(plain.Dir, "p.go"): []byte("package plain\n\nfunc twice(x uint64) uint64 { return y }\n\nvar z int = x\n")},
				Codec:     handMade("plain", "", "out.Put(twice(w))"),
			},
			filepath.Join(plain.Dir, "p.go") + ":3:38: no worker for package example.com/plain: undefined: y (and 1 more error)",
		},
		{
			"generated", plain, BuildOptions{Codec: handMade("plain", "", "out.Put(thrice(w))")},
			filepath.Join(plain.Dir, "zznearmiss.go") + ":8:10: no worker for package example.com/plain: undefined: thrice (in code that nearmiss generated)",
		},
		{
			"internal to a vendored module", loadOne(t, filepath.Join(dir, "vend"), "example.com/dep/internal/deep"),
			BuildOptions{},
			"no worker for package example.com/dep/internal/deep: the package is internal to a vendored module, where no worker can import it",
		},
		{
			"module cache", loadOne(t, ".", "golang.org/x/tools/txtar"),
			BuildOptions{},
			"no worker for package golang.org/x/tools/txtar: the package lies in the module cache, whose files the go command does not let an overlay replace; vendor it or replace it with a local copy",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.opts.Pkg, c.opts.TempDir = c.pkg, temp
			c.opts.Rewritten = withStub(t, c.opts.Rewritten)
			bin, err := Build(context.Background(), c.opts)
			if err == nil {
				bin.Close()
				t.Fatal("no error")
			}
			if err.Error() != c.want {
				t.Errorf("error\n\t%v\nwant\n\t%s", err, c.want)
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than one line: %q", err)
			}
		})
	}
	if left := tree(t, temp); left != "" {
		t.Errorf("left behind:\n%s", left)
	}
}

// TestBuildFaults: the error lists all errors of the compiler with their positions.
func TestBuildFaults(t *testing.T) {
	alone(t)
	pkg := loadOne(t, filepath.Join(unpack(t, layouts), "plain"), ".")
	_, err := Build(t.Context(), BuildOptions{
		Pkg: pkg, Rewritten: withStub(t, nil), Codec: handMade("plain", "", "out.Put(thrice(w))\n\tout.Put(fivefold(w))"), TempDir: t.TempDir(),
	})
	var failed *BuildError
	if !errors.As(err, &failed) {
		t.Fatal(err)
	}
	var got []string
	for _, f := range failed.Faults {
		rel, _ := filepath.Rel(pkg.Dir, f.Pos.String())
		got = append(got, rel+" "+f.Msg)
	}
	if want := []string{"zznearmiss.go:8:10 undefined: thrice", "zznearmiss.go:9:10 undefined: fivefold"}; !slices.Equal(got, want) {
		t.Errorf("faults %q, want %q", got, want)
	}
}

func TestBuildWithoutGo(t *testing.T) {
	alone(t)
	dir := unpack(t, layouts)
	pkg := loadOne(t, filepath.Join(dir, "plain"), ".")
	t.Setenv("PATH", "")
	_, err := Build(context.Background(), BuildOptions{Pkg: pkg})
	if want := "the go command is not in PATH: nearmiss builds its workers with it"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestBuildCancelled(t *testing.T) {
	alone(t)
	dir := unpack(t, layouts)
	temp := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Build(ctx, BuildOptions{Pkg: loadOne(t, filepath.Join(dir, "plain"), "."), TempDir: temp})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if left := tree(t, temp); left != "" {
		t.Errorf("left behind:\n%s", left)
	}
}

func TestFilterFlags(t *testing.T) {
	kept := filterFlags("-tags=a,b -race --cover -mod=vendor -overlay=x.json -gcflags=-N -trimpath", false)
	if got := strings.Join(kept, " "); got != "-buildvcs=false -tags=a,b -mod=vendor -trimpath" {
		t.Errorf("kept %q", got)
	}
	kept = filterFlags(` '-ldflags=-X a=b -w' "-overlay=a dir/x.json"  '-tags=a b' `, false)
	if got := strings.Join(kept, "|"); got != "-buildvcs=false|'-tags=a b'" {
		t.Errorf("of quoted flags kept %q", got)
	}
	kept = filterFlags("-mod=vendor -modfile=y.mod -tags=a", true)
	if got := strings.Join(kept, " "); got != "-buildvcs=false -tags=a" {
		t.Errorf("outside modules kept %q", got)
	}
}

// Each import of a worker's package is in the standard library or is another
// worker's package, and test files are left out.
func TestRuntime(t *testing.T) {
	alone(t)
	files, err := Runtime("/goroot")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for at, text := range files {
		names = append(names, at)
		if strings.HasSuffix(at, "_test.go") {
			t.Errorf("%s travels along", at)
		}
		if bytes.Contains(text, []byte(`"nearmiss/`)) {
			t.Errorf("%s imports from this module", at)
		}
	}
	sort.Strings(names)
	if len(names) == 0 || slices.ContainsFunc(names, func(name string) bool {
		return !strings.HasPrefix(name, "/goroot/src/zznearmiss/") && name != "/goroot/src/aanearmiss/asked/asked.go"
	}) {
		t.Errorf("files: %q", names)
	}
}
