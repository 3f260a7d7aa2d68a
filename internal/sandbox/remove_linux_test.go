package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

const swapVar = "NEARMISS_TEST_SWAP"

// ordinary returns the credential of a user who owns nothing, nil if the tests do not
// run as the superuser.
func ordinary(t *testing.T) *syscall.Credential {
	t.Helper()
	if os.Getuid() != 0 {
		return nil
	}
	nobody, err := user.Lookup("nobody")
	if err != nil {
		t.Skip(err)
	}
	uid, _ := strconv.Atoi(nobody.Uid)
	gid, _ := strconv.Atoi(nobody.Gid)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

// swap empties a directory repeatedly while an unreadable directory in it and a link to an
// outside directory change places. It prints the mode of the outside directory.
func swap(base string) {
	own, outside := filepath.Join(base, "own"), filepath.Join(base, "outside")
	d, link := filepath.Join(own, "many", "d"), filepath.Join(own, "many", "link")
	if err := errors.Join(os.Mkdir(own, 0o700), os.Mkdir(outside, 0o755), os.WriteFile(filepath.Join(outside, "file"), nil, 0o600)); err != nil {
		fmt.Println(err)
		return
	}
	// A guard counts a directory that its owner may not read.
	shut := filepath.Join(own, "shut")
	if err := errors.Join(os.Mkdir(shut, 0o300), os.WriteFile(filepath.Join(shut, "file"), []byte("x"), 0)); err != nil || (Guard{Dir: own}).diskExceeded() {
		fmt.Println("a small directory is full", err)
	}
	if !(Guard{Dir: own, Disk: 1}).diskExceeded() {
		fmt.Println("a directory without permissions is not counted")
	}
	var over atomic.Bool
	var wg sync.WaitGroup
	meanwhile := func(do func()) {
		wg.Go(func() {
			for !over.Load() {
				do()
			}
		})
	}
	meanwhile(func() { // create directories that cannot be removed in one step
		unix.Mkdir(filepath.Dir(d), 0o700)
		for _, name := range []string{"a", "b", "c", "d"} {
			unix.Mkdir(filepath.Join(own, "many", name), 0o300)
			unix.Mkdir(filepath.Join(own, "many", name, "e"), 0o300)
		}
		unix.Symlink(outside, link)
	})
	meanwhile(func() { unix.Renameat2(unix.AT_FDCWD, d, unix.AT_FDCWD, link, unix.RENAME_EXCHANGE) })
	for range 5000 {
		Empty(own)
	}
	over.Store(true)
	wg.Wait()
	if err := Remove(own); err != nil {
		fmt.Println(err)
	}
	info, err := os.Stat(outside)
	_, inner := os.Stat(filepath.Join(outside, "file"))
	if err := errors.Join(err, inner); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(info.Mode())
}

// TestSwap checks that Empty does not change a directory outside while the process replaces
// the files inside by a link to it.
func TestSwap(t *testing.T) {
	base, err := os.MkdirTemp("", "sandbox-test-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(base)
	cmd := exec.Command(copyOf(t, base))
	if cmd.SysProcAttr = (&syscall.SysProcAttr{Credential: ordinary(t)}); cmd.SysProcAttr.Credential != nil {
		if err := os.Chown(base, int(cmd.SysProcAttr.Credential.Uid), int(cmd.SysProcAttr.Credential.Gid)); err != nil {
			t.Fatal(err)
		}
	}
	cmd.Env = []string{swapVar + "=" + base}
	if out, err := cmd.CombinedOutput(); err != nil || string(out) != "drwxr-xr-x\n" {
		t.Errorf("the directory outside: %s%v", out, err)
	}
}

// TestRightsAreTakenByDescriptor checks that addOwnerRights does not change the target of a link
// that has replaced the directory after it was opened.
func TestRightsAreTakenByDescriptor(t *testing.T) {
	base := t.TempDir()
	outside, d, link := filepath.Join(base, "outside"), filepath.Join(base, "d"), filepath.Join(base, "link")
	if err := errors.Join(os.Mkdir(outside, 0o500), os.Mkdir(d, 0o300), os.Symlink(outside, link)); err != nil {
		t.Fatal(err)
	}
	path, err := openDirPath(unix.AT_FDCWD, d)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(path)
	if err := unix.Renameat2(unix.AT_FDCWD, d, unix.AT_FDCWD, link, unix.RENAME_EXCHANGE); err != nil {
		t.Fatal(err)
	}
	if err := addOwnerRights(path); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]fs.FileMode{outside: 0o500, link: 0o700} { // link is the directory now
		if info, err := os.Lstat(name); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v; want %v", name, info, err, want)
		}
	}
	if _, err := openDirPath(unix.AT_FDCWD, d); !errors.Is(err, unix.ENOTDIR) {
		t.Errorf("reached a directory through a link: %v", err)
	}
}

// nest makes nested directories, deeper than the longest path. Each has an empty sibling, and
// the last one contains a file.
func nest(t *testing.T, dir string, depth int) {
	t.Helper()
	at, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i := range depth {
		if err := errors.Join(unix.Mkdirat(at, "d", 0o700), unix.Mkdirat(at, strconv.Itoa(i), 0o700)); err != nil {
			t.Fatal(err)
		}
		down, err := unix.Openat(at, "d", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		if err != nil {
			t.Fatal(err)
		}
		unix.Close(at)
		at = down
	}
	fd, err := unix.Openat(at, "file", unix.O_CREAT|unix.O_WRONLY|unix.O_CLOEXEC, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	unix.Close(fd)
	unix.Close(at)
}

// TestRemoveDeep checks that Remove removes more nested directories than the limit of
// descriptors.
func TestRemoveDeep(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "own")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	nest(t, dir, 2200)
	for _, name := range []string{"2", "3"} { // names that moveToTop gives to directories
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var old unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &old); err != nil {
		t.Fatal(err)
	}
	defer unix.Setrlimit(unix.RLIMIT_NOFILE, &old)
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: 64, Max: old.Max}); err != nil {
		t.Fatal(err)
	}
	if err := Remove(dir); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it is still there: %v", err)
	}
}
