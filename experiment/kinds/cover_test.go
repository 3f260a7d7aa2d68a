package kinds

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nearmiss/experiment/task"
)

// module writes a module with a package whose own test covers one of two branches, and returns its directory.
func module(t *testing.T) string {
	return files(t, map[string]string{
		"go.mod":            "module example.com/m\n\ngo 1.24\n",
		"sign/sign.go":      "package sign\n\nfunc Sign(n int) string {\n\tif n == 77001 {\n\t\treturn \"it\"\n\t}\n\treturn \"no\"\n}\n",
		"sign/sign_test.go": "package sign\n\nimport \"testing\"\n\nfunc TestSign(t *testing.T) {\n\tif Sign(1) != \"no\" {\n\t\tt.Fatal()\n\t}\n}\n",
	})
}

// files writes files by name into a directory.
func files(t *testing.T, texts map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range texts {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestCover asserts what one call leaves, and that the module of the user stays as it is.
func TestCover(t *testing.T) {
	dir := module(t)
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	local, err := filepath.Rel(root, dir)
	if err != nil {
		t.Fatal(err)
	}
	subject := task.Options{"module": "./" + local, "package": "sign"}
	session, err := coverage().Open(context.Background(), "../..", subject)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(2) {
		cell := task.Cell{Subject: subject, Arm: task.Options{"flags": "-boundaries=false -parallel 1"}, Budget: task.Options{"time": "20s"}, Seed: seed + 1}
		cell.Clock = func() time.Duration { return 0 }
		m, err := session.Run(context.Background(), cell)
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]float64{"branches": 2, "found": 2, "written": 2, "statements": 100, "withheld": 0, "unevaluated": 0} {
			if m.Numbers[name] != want {
				t.Errorf("seed %d: %s is %v, want %v", seed+1, name, m.Numbers[name], want)
			}
		}
		if own := m.Numbers["own"]; own < 60 || own > 70 || m.Numbers["ahead"] != 100-own || m.Numbers["tests"] < 2 || m.Numbers["lines"] <= 0 {
			t.Errorf("seed %d: %v", seed+1, m.Numbers)
		}
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
	if list, _ := filepath.Glob(filepath.Join(dir, "sign", "*")); len(list) != 2 {
		t.Errorf("the module has %v", list)
	}
}

// TestCoverErrors asserts that what cannot be measured is an error in words.
func TestCoverErrors(t *testing.T) {
	ctx := context.Background()
	for _, tt := range []struct {
		subject task.Options
		want    string
	}{
		{task.Options{"module": "./no/such/directory"}, "no such file"},
		{task.Options{"module": "./experiment", "package": "no"}, ""},
	} {
		session, err := coverage().Open(ctx, "../..", tt.subject)
		if err == nil {
			_, err = session.Run(ctx, task.Cell{Subject: tt.subject, Arm: task.Options{"tool": "no-such-revision"}, Budget: task.Options{"time": "1s"}, Seed: 1})
			session.Close()
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v: %v", tt.subject, err)
		}
	}
}
