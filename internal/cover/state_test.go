package cover

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"nearmiss/internal/report"
	"nearmiss/internal/subject"
)

func testSaver(t *testing.T) *saver {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	v, err := newSaver(&Options{Common: subject.Common{Dir: "."}, Patterns: []string{"path"}})
	if err != nil || v == nil {
		t.Fatalf("no saver: %v", err)
	}
	return v
}

func TestStateRoundTrip(t *testing.T) {
	v := testSaver(t)
	if finds, err := v.read(); finds != nil || err != nil {
		t.Fatalf("before any run: %v, %v", finds, err)
	}
	want := savedFind{"path", "Match", []uint64{1, ^uint64(0), 0}}
	v.begin()
	v.add(want)
	v.end(false)
	finds, err := v.read()
	if err != nil || len(finds) != 1 || finds[0].Func != "Match" || finds[0].Vector[1] != ^uint64(0) {
		t.Fatalf("read %v, %v", finds, err)
	}
	files, _ := filepath.Glob(filepath.Join(filepath.Dir(v.file), "*"))
	if len(files) != 1 {
		t.Errorf("beside the state there are %v", files)
	}
	v.begin()
	v.end(true)
	if _, err := os.Stat(v.file); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a finished run left its state: %v", err)
	}
}

func TestStateRefused(t *testing.T) {
	v := testSaver(t)
	if err := os.MkdirAll(filepath.Dir(v.file), 0o777); err != nil {
		t.Fatal(err)
	}
	good := savedState{Format: stateFormat, Version: stateVersion, Key: v.key}
	foreign, old, other := good, good, good
	foreign.Format, old.Version, other.Key = "something else", 0, "another"
	text := func(st savedState) []byte {
		data, err := json.Marshal(st)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	for name, data := range map[string][]byte{
		"empty": {}, "cut": text(good)[:20], "foreign": text(foreign), "old": text(old), "another run's": text(other),
	} {
		if err := os.WriteFile(v.file, data, 0o666); err != nil {
			t.Fatal(err)
		}
		var refused *StateError
		if _, err := v.read(); !errors.As(err, &refused) {
			t.Errorf("%s: error %v; want a refusal", name, err)
		}
	}
	if err := os.WriteFile(v.file, text(good), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := v.read(); err != nil {
		t.Errorf("a good state is refused: %v", err)
	}
}

// TestResumeAfterKill kills a real search and takes it up again.
func TestResumeAfterKill(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "nearmiss")
	if out, err := exec.Command("go", "build", "-o", bin, "nearmiss/cmd/nearmiss").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cache := t.TempDir()
	temp := t.TempDir()
	command := func(args ...string) *exec.Cmd {
		cmd := exec.Command(bin, append([]string{"cover", "-parallel", "2", "-time", "0"}, args...)...)
		cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+cache, "GOTMPDIR="+temp, "GOCACHE="+goEnv(t, "GOCACHE"))
		return cmd
	}
	covered := func(args ...string) int {
		t.Helper()
		var stderr bytes.Buffer
		cmd := command(append(args, "-algo", "search", "-evals", "1", "-json", filepath.Join(cache, "r.json"), "net/url")...)
		cmd.Stderr = &stderr
		if err := cmd.Run(); err != nil {
			t.Fatalf("%v\n%s", err, stderr.Bytes())
		}
		data, err := os.ReadFile(filepath.Join(cache, "r.json"))
		if err != nil {
			t.Fatal(err)
		}
		var r report.Report
		if err := json.Unmarshal(data, &r); err != nil {
			t.Fatal(err)
		}
		return r.Totals.Covered
	}
	fresh := covered()
	if err := os.RemoveAll(filepath.Join(cache, "nearmiss")); err != nil {
		t.Fatal(err)
	}

	long := command("-evals", "1000000000", "net/url")
	if err := long.Start(); err != nil {
		t.Fatal(err)
	}
	var saved savedState
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline) && len(saved.Finds) < 100; time.Sleep(50 * time.Millisecond) {
		files, _ := filepath.Glob(filepath.Join(cache, "nearmiss", "state", "*.json"))
		if len(files) == 1 {
			data, err := os.ReadFile(files[0])
			if err != nil || json.Unmarshal(data, &saved) != nil {
				t.Fatalf("the state is not whole: %v\n%s", err, data)
			}
		}
	}
	if err := long.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	long.Wait()
	if len(saved.Finds) < 100 {
		t.Fatalf("after a minute only %d inputs were saved", len(saved.Finds))
	}
	resumed := covered("-resume")
	if resumed <= fresh {
		t.Errorf("taken up again it covers %d branches, afresh %d", resumed, fresh)
	}
	if again := covered("-resume"); again < resumed {
		t.Errorf("taken up a second time it covers %d branches, less than %d", again, resumed)
	}
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(bytes.TrimSpace(out))
}
