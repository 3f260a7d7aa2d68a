//go:build unix

package testgen

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func ourFile(name, body string) File {
	return File{Name: name, Data: []byte(Header{Seed: 1, Command: "x"}.headText(name) + body)}
}

func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "dir")
	for _, body := range []string{"package a\n", "package b\n"} {
		if _, err := Write([]File{ourFile(TestFile, body), ourFile(BridgeFile, body)}, dir); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{TestFile, BridgeFile} {
			data, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil || !strings.HasSuffix(string(data), body) {
				t.Errorf("%s: %v\n%s", name, err, data)
			}
		}
	}
	// What is not among the files stays, also a bridge of the user's.
	bridge := filepath.Join(dir, BridgeFile)
	if err := os.WriteFile(bridge, []byte("package mine\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Write([]File{ourFile(TestFile, "package d\n")}, dir); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(bridge); string(data) != "package mine\n" {
		t.Errorf("the user's file is now %q", data)
	}
	var collision *CollisionError
	_, err := Write([]File{ourFile(TestFile, "package e\n"), ourFile(BridgeFile, "package e\n")}, dir)
	if !errors.As(err, &collision) || collision.Path != bridge {
		t.Errorf("error %v", err)
	}
	if data, _ := os.ReadFile(filepath.Join(dir, TestFile)); !strings.HasSuffix(string(data), "package d\n") {
		t.Errorf("a file was written beside the collision:\n%s", data)
	}
	onlyFiles(t, dir, TestFile, BridgeFile)
}

func TestWriteCollision(t *testing.T) {
	for name, make := range map[string]func(path string) error{
		"file":      func(p string) error { return os.WriteFile(p, []byte("package mine\n"), 0o666) },
		"empty":     func(p string) error { return os.WriteFile(p, nil, 0o666) },
		"directory": func(p string) error { return os.Mkdir(p, 0o777) },
		"link":      func(p string) error { return os.Symlink("elsewhere", p) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, TestFile)
			if err := make(path); err != nil {
				t.Fatal(err)
			}
			before, _ := os.Lstat(path)
			_, err := Write([]File{ourFile(TestFile, "package p\n")}, dir)
			var collision *CollisionError
			if !errors.As(err, &collision) || strings.Count(err.Error(), "\n") > 0 {
				t.Errorf("error %v", err)
			}
			if after, _ := os.Lstat(path); after == nil || after.Mode() != before.Mode() || after.Size() != before.Size() {
				t.Errorf("it is now %v", after)
			}
			onlyFiles(t, dir, TestFile)
		})
	}
}

func onlyFiles(t *testing.T, dir string, want ...string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range list {
		got = append(got, e.Name())
	}
	have := map[string]bool{}
	for _, w := range want {
		have[w] = true
	}
	for _, g := range got {
		if !have[g] {
			t.Errorf("%s is left in the directory", g)
		}
	}
	if len(got) != len(want) {
		t.Errorf("files %v, want %v", got, want)
	}
}

// TestWriteHelper is the body of the processes below.
func TestWriteHelper(t *testing.T) {
	dir, limit := os.Getenv("TESTGEN_WRITE_DIR"), os.Getenv("TESTGEN_WRITE_LIMIT")
	if dir == "" {
		t.Skip("only run by the other tests")
	}
	if limit != "" {
		signal.Ignore(syscall.SIGXFSZ)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 4096, Max: 4096}); err != nil {
			t.Fatal(err)
		}
	}
	_, err := Write([]File{ourFile(TestFile, "package p\n"+strings.Repeat("// more\n", 2000))}, dir)
	var w *WriteError
	fmt.Printf("typed %v: %v\n", errors.As(err, &w), err)
}

func writeInProcess(t *testing.T, dir string, cred *syscall.Credential, env ...string) string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// A copy that another user may run.
	data, err := os.ReadFile(exe)
	if err != nil {
		t.Fatal(err)
	}
	bin, err := os.MkdirTemp("/tmp", "testgen")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(bin)
	copied := filepath.Join(bin, "write.test")
	if err := errors.Join(os.Chmod(bin, 0o755), os.WriteFile(copied, data, 0o755)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(copied, "-test.run=^TestWriteHelper$", "-test.v")
	cmd.Dir = "/"
	cmd.Env = append(append(os.Environ(), "TESTGEN_WRITE_DIR="+dir), env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: cred}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

func TestWriteReadOnly(t *testing.T) {
	dir, err := os.MkdirTemp("/tmp", "testgen")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	var cred *syscall.Credential
	if os.Geteuid() == 0 {
		cred = &syscall.Credential{Uid: 65534, Gid: 65534}
	}
	out := writeInProcess(t, dir, cred)
	if want := "typed true: " + filepath.Join(dir, TestFile) + ": cannot write the tests: permission denied"; !strings.Contains(out, want) {
		t.Errorf("no %q in\n%s", want, out)
	}
	onlyFiles(t, dir)
}

func TestWriteFullDisk(t *testing.T) {
	dir := t.TempDir()
	old := ourFile(TestFile, "package old\n")
	if _, err := Write([]File{old}, dir); err != nil {
		t.Fatal(err)
	}
	out := writeInProcess(t, dir, nil, "TESTGEN_WRITE_LIMIT=1")
	if want := "cannot write the tests: file too large"; !strings.Contains(out, "typed true") || !strings.Contains(out, want) {
		t.Errorf("no %q in\n%s", want, out)
	}
	if data, _ := os.ReadFile(filepath.Join(dir, TestFile)); string(data) != string(old.Data) {
		t.Errorf("the old file is now\n%s", data)
	}
	onlyFiles(t, dir, TestFile)
}

func TestWritableTellsBeforeAndChangesNothing(t *testing.T) {
	dir := t.TempDir()
	if err := Writable(dir, TestFile, PanicFile); err != nil {
		t.Errorf("an empty directory: %v", err)
	}
	if err := Writable(filepath.Join(dir, "a", "b"), TestFile); err != nil {
		t.Errorf("directories to be made: %v", err)
	}
	if names, _ := filepath.Glob(filepath.Join(dir, "*")); len(names) > 0 {
		t.Errorf("left behind: %v", names)
	}
	file := filepath.Join(dir, TestFile)
	if err := os.WriteFile(file, []byte("package p\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Writable(dir, TestFile, PanicFile); !errors.As(err, new(*CollisionError)) {
		t.Errorf("a file of somebody else's: %v", err)
	}
	if err := Writable(filepath.Join(file, "below"), TestFile); !errors.As(err, new(*WriteError)) {
		t.Errorf("a directory below a file: %v", err)
	}
}
