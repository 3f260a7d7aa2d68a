package instrument_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nearmiss/cfg"
	"nearmiss/internal/instrument"
	"nearmiss/internal/load"
)

// rewritten is a package with its rewriting.
type rewritten struct {
	load *load.Package
	cfg  *cfg.Package
	*instrument.Result
}

// rewrite loads a package and rewrites it.
func rewrite(t testing.TB, dir, pattern string) *rewritten {
	t.Helper()
	return rewriteWith(t, dir, pattern, true, instrument.Options{})
}

// with returns the rewritten files and others beside them, by absolute path.
func (r *rewritten) with(others map[string]string) map[string][]byte {
	files := maps.Clone(r.Files)
	for name, text := range others {
		files[filepath.Join(r.load.Dir, name)] = []byte(text)
	}
	return files
}

// overlay writes files and the probes for -overlay and returns its argument.
func overlay(t testing.TB, files map[string][]byte) string {
	t.Helper()
	dir := t.TempDir()
	replace := map[string]string{}
	put := func(at string, text []byte) {
		disk := filepath.Join(dir, strconv.Itoa(len(replace))+"_"+filepath.Base(at))
		write(t, disk, string(text))
		replace[at] = disk
	}
	for at, text := range files {
		put(at, text)
	}
	probes, err := filepath.Glob("../probe/*.go")
	if err != nil || probes == nil {
		t.Fatal("no probes", err)
	}
	for _, name := range probes {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		put(filepath.Join(goroot(t), "src", filepath.FromSlash(instrument.ProbePath), filepath.Base(name)), text)
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(dir, "overlay.json")
	write(t, list, string(text))
	return list
}

// recording is a file that enables all probes and hooks before the program runs,
// if the variable zznmOn is set when the program is linked: each branch is new and
// diverges from the target, and each condition records its live values.
func recording(pkg string, conds, slots int) map[string]string {
	return map[string]string{"zznearmisson.go": fmt.Sprintf(`package %s

import zznmprobe "zznearmiss/probe"

var zznmOn string

func init() {
	if zznmOn == "" {
		return
	}
	zznmprobe.Init(%d, %d)
	zznmprobe.RecordTrace(1000)
	t := &zznmprobe.Target{Branch: 0, Symbolic: true}
	for i := uint32(0); i < %d; i++ {
		t.Nodes = append(t.Nodes, zznmprobe.Node{Cond: i, Level: int(i), Away: 3, Program: new(zznmprobe.Program)})
	}
	zznmprobe.SetTarget(t)
	zznmprobe.Begin()
}
`, pkg, conds, slots, conds)}
}

// goroot is where the go command on PATH has its standard library.
func goroot(t testing.TB) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal("go env GOROOT:", err)
	}
	return strings.TrimSpace(string(out))
}

// goTool runs the go command.
func goTool(t testing.TB, dir string, args ...string) (string, error) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return out.String(), err
}

// standard lists packages whose tests must pass with the instrumented source. With -std they are
// joined by moreStandard, with which twice as much of the library is compiled anew.
var (
	standard = []string{
		"bytes", "container/heap", "encoding/hex", "go/scanner", "path",
		"sort", "strconv", "strings", "text/scanner", "unicode/utf8",
	}
	moreStandard = []string{"encoding/csv", "mime", "net/netip", "net/url", "text/template/parse"}
)

// excluded lists tests of these packages that cannot pass with instrumented
// source, with reasons. There are none: even tests of allocation counts pass.
var excluded = map[string]string{}

// TestStandardPackagesKeepTheirBehaviour runs the tests of standard packages
// over their rewritten source, all of them rewritten at once: as it is, and
// with every probe recording and every hook reading from the start.
func TestStandardPackagesKeepTheirBehaviour(t *testing.T) {
	pkgs := standard
	switch {
	case testing.Short():
		pkgs = []string{"path", "unicode/utf8"}
	case *wholeStd:
		pkgs = slices.Concat(standard, moreStandard)
	}
	var all []*rewritten
	conds, slots := 0, 0
	for _, path := range pkgs {
		r := rewrite(t, ".", path)
		all = append(all, r)
		conds, slots = max(conds, len(r.cfg.Conds)), max(slots, r.Slots)
	}
	var skip []string
	for name := range excluded {
		skip = append(skip, "^"+name+"$")
	}
	files := map[string][]byte{}
	var set []string
	for _, r := range all {
		maps.Copy(files, r.with(recording(r.load.Name, conds, slots)))
		set = append(set, "-X "+r.load.ImportPath+".zznmOn=yes")
	}
	args := []string{"test", "-short", "-vet=off", "-timeout=120s", "-p=2", "-parallel=1", "-overlay", overlay(t, files)}
	if skip != nil {
		args = append(args, "-skip", strings.Join(skip, "|"))
	}
	for name, ldflags := range map[string]string{"off": "", "recording": strings.Join(set, " ")} {
		t.Run(name, func(t *testing.T) {
			out, err := goTool(t, ".", slices.Concat(args, []string{"-ldflags=" + ldflags}, pkgs)...)
			if err != nil {
				t.Errorf("%v\n%s", err, out)
			}
			if n := strings.Count(out, "ok  \t"); n != len(pkgs) {
				t.Errorf("%d of %d packages passed:\n%s", n, len(pkgs), out)
			}
		})
	}
}
