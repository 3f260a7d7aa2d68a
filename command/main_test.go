package command

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"nearmiss": nearmiss, "nearmiss-without-landlock": withoutLandlock})
}

func nearmiss() {
	os.Exit(Run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
}

// alone skips a test with -short, with which the race detector is used. The detector makes a
// command several times slower and sees the same goroutines in other tests: TestReaderGone runs
// cover to its end, and other tests interrupt cover, explore and worst.
func alone(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("adds no concurrency")
	}
}

// TestScripts runs the command as a user does, a process each time.
func TestScripts(t *testing.T) {
	alone(t)
	settings := goSettings(t)
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Vars = append(e.Vars, settings...)
			e.Setenv("REPO", root)
			e.Values[snapshotsKey{}] = snapshots{}
			e.Values[sceneKey{}] = &scene{}
			return nil
		},
		Condition: condition,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":     cmdExits,
			"complains": cmdComplains,
			"remember":  cmdRemember,
			"unchanged": cmdUnchanged,
			"empty":     cmdEmpty,
			"contract":  cmdContract,
			"timeless":  cmdTimeless,
			"shows":     cmdShows,
			"tmpfs":     cmdTmpfs,
			"readonly":  cmdReadonly,
			"scene":     cmdScene,
			"unharmed":  cmdUnharmed,
			"mutants":   cmdMutants,
		},
	})
}

// goSettings are environment variables of the go command: it would not find their values
// in the empty home directory of a test.
func goSettings(t *testing.T) []string {
	out, err := exec.Command("go", "env", "-json", "GOCACHE", "GOMODCACHE", "GOPATH", "GOFLAGS", "GOPROXY", "GOSUMDB", "GOTOOLCHAIN", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	var values map[string]string
	if err := json.Unmarshal(out, &values); err != nil {
		t.Fatal(err)
	}
	var env []string
	for name, value := range values {
		if name == "GOROOT" {
			name, value = "GOROOTPARENT", filepath.Dir(value)
		}
		env = append(env, name+"="+value)
	}
	return env
}
