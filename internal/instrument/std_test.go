package instrument_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
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
	return rewriteWith(t, dir, pattern, instrument.Options{})
}

// overlay writes the rewritten files, the probes and extra files, and returns
// the file for -overlay.
func (r *rewritten) overlay(t testing.TB, extra map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	replace := map[string]string{}
	put := func(at string, text []byte) {
		disk := filepath.Join(dir, strconv.Itoa(len(replace))+"_"+filepath.Base(at))
		if err := os.WriteFile(disk, text, 0o600); err != nil {
			t.Fatal(err)
		}
		replace[at] = disk
	}
	for at, text := range r.Files {
		put(at, text)
	}
	for name, text := range extra {
		put(filepath.Join(r.load.Dir, name), []byte(text))
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
		put(filepath.Join(runtime.GOROOT(), "src", "zznearmiss", "probe", filepath.Base(name)), text)
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(list, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return list
}

// recording is a file that turns everything on before anything runs: every
// branch is news and leads away, every condition hands over its values.
func (r *rewritten) recording() map[string]string {
	return map[string]string{"zznearmisson.go": fmt.Sprintf(`package %s

import zznmprobe "zznearmiss/probe"

func init() {
	zznmprobe.Init(%d, %d)
	zznmprobe.RecordTrace(1000)
	zznmprobe.RecordOperands(1000)
	t := &zznmprobe.Target{Branch: 0, Symbolic: true}
	for i := uint32(0); i < %d; i++ {
		t.Nodes = append(t.Nodes, zznmprobe.Node{Cond: i, Level: i, Away: 3, Program: new(zznmprobe.Program)})
	}
	zznmprobe.SetTarget(t)
	zznmprobe.Begin()
}
`, r.load.Name, len(r.cfg.Conds), r.Slots, len(r.cfg.Conds))}
}

// goTool runs the go command.
func goTool(t testing.TB, dir string, args ...string) (string, error) {
	t.Helper()
	cmd := exec.Command(filepath.Join(runtime.GOROOT(), "bin", "go"), args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return out.String(), err
}
