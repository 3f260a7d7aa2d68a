package sandbox

import (
	"errors"
	"io/fs"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Sets of Landlock's rights to files. Rights that an older kernel does not know are masked out.
const (
	readFile   = unix.LANDLOCK_ACCESS_FS_READ_FILE
	readDir    = unix.LANDLOCK_ACCESS_FS_READ_DIR
	execute    = unix.LANDLOCK_ACCESS_FS_EXECUTE
	fileRights = execute | readFile | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
)

// handledRights returns the rights that a version of Landlock can restrict.
func handledRights(abi int) (files, net, scopes uint64) {
	files = unix.LANDLOCK_ACCESS_FS_REFER - 1 // all rights of version 1
	if abi >= 2 {
		files |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if abi >= 3 {
		files |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if abi >= 4 {
		net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	}
	if abi >= 5 {
		files |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	if abi >= 6 {
		scopes = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
	}
	return files, net, scopes
}

// publicPaths lists the paths that every process may read: libraries and public data.
var publicPaths = []string{
	"/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib", "/usr/share",
	"/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
	"/etc/localtime", "/etc/timezone", "/etc/mime.types", "/etc/apache2/mime.types", "/etc/apache/mime.types", "/etc/httpd/conf/mime.types",
	"/dev/zero", "/dev/full", "/dev/random", "/dev/urandom",
	"/sys/kernel/mm/transparent_hugepage", "/sys/devices/system/cpu", "/sys/fs/cgroup",
}

// readablePaths lists the paths that the process may read, without the directories that it may
// write to.
func (spec *launchSpec) readablePaths() []string {
	list := append([]string{spec.Path}, spec.Execute...)
	list = append(list, spec.Policy.Read...)
	return append(list, publicPaths...)
}

// landlockABI returns the ABI version of Landlock in the kernel, 0 for none.
func landlockABI() int {
	v, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(v)
}

// applyLandlock restricts this thread and the program that it will execute: no files but those
// of the policy, no TCP, no abstract sockets of other processes and no signals to them.
func (spec *launchSpec) applyLandlock() error {
	files, net, scopes := handledRights(spec.Parts.Landlock)
	if spec.Policy.AllowProcesses { // other programs need their own files, so execution and reading are permitted everywhere
		files, scopes = files&^(execute|readFile|readDir), 0
	}
	if spec.Policy.AllowFiles {
		files &= execute | unix.LANDLOCK_ACCESS_FS_REFER // moving files between directories is always forbidden unless a rule permits it
	}
	if spec.Policy.AllowNetwork {
		net, scopes = 0, 0
	}
	if files|net|scopes == 0 {
		return nil
	}
	attr := unix.LandlockRulesetAttr{Handled_access_fs: files, Handled_access_net: net, Scoped: scopes}
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr), 0)
	if errno != 0 {
		return os.NewSyscallError("landlock_create_ruleset", errno)
	}
	set := ruleset{int(fd), files}
	defer unix.Close(set.fd)
	var errs []error
	for _, p := range append([]string{spec.Path}, spec.Execute...) {
		errs = append(errs, set.allow(p, execute|readFile))
	}
	for _, p := range append(spec.readablePaths(), "/proc/self") {
		errs = append(errs, set.allow(p, readFile|readDir))
	}
	if spec.Policy.AllowFiles {
		errs = append(errs, set.allow("/", unix.LANDLOCK_ACCESS_FS_REFER))
	}
	for _, p := range spec.Policy.Write {
		errs = append(errs, set.allow(p, files&^execute))
	}
	errs = append(errs, set.allow("/dev/null", readFile|unix.LANDLOCK_ACCESS_FS_WRITE_FILE|unix.LANDLOCK_ACCESS_FS_TRUNCATE))
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0, 0); errno != 0 {
		return os.NewSyscallError("landlock_restrict_self", errno)
	}
	return nil
}

// A ruleset is a Landlock ruleset under construction.
type ruleset struct {
	fd    int
	files uint64 // the restricted rights to files
}

// allow adds a rule that permits rights on a path and the files below it. It skips paths that
// do not exist or cannot be reached.
func (s ruleset) allow(path string, rights uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || err == unix.ENOTDIR {
		return nil
	}
	if err != nil {
		return &fs.PathError{Op: "open", Path: path, Err: err}
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &= fileRights
	}
	if rights &= s.files; rights == 0 {
		return nil // the ruleset restricts none of these rights
	}
	attr := unix.LandlockPathBeneathAttr{Allowed_access: rights, Parent_fd: int32(fd)}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(s.fd), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&attr)), 0, 0, 0)
	if errno != 0 {
		return &fs.PathError{Op: "landlock_add_rule", Path: path, Err: errno}
	}
	return nil
}
