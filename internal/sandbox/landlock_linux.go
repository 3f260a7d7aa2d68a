package sandbox

import (
	"errors"
	"io/fs"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Rights to files. The later ones are masked out where the kernel is older.
const (
	readFile = unix.LANDLOCK_ACCESS_FS_READ_FILE
	readDir  = unix.LANDLOCK_ACCESS_FS_READ_DIR
	execute  = unix.LANDLOCK_ACCESS_FS_EXECUTE
	onFiles  = execute | readFile | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
)

// handled returns the rights that a version of Landlock can take away.
func handled(abi int) (files, net, scopes uint64) {
	files = unix.LANDLOCK_ACCESS_FS_REFER - 1 // all that version 1 has
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

// system is what every process may read: libraries, and data that belong to
// nobody in particular.
var system = []string{
	"/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib", "/usr/share",
	"/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
	"/etc/localtime", "/etc/timezone", "/etc/mime.types", "/etc/apache2/mime.types", "/etc/apache/mime.types", "/etc/httpd/conf/mime.types",
	"/dev/zero", "/dev/full", "/dev/random", "/dev/urandom",
	"/sys/kernel/mm/transparent_hugepage", "/sys/devices/system/cpu", "/sys/fs/cgroup",
}

// readable lists what the process may read, its own directories left out.
func (o *order) readable() []string {
	list := append([]string{o.Path}, o.Execute...)
	list = append(list, o.Policy.Read...)
	return append(list, system...)
}

// landlockABI returns the version of Landlock that the kernel has, 0 for none.
func landlockABI() int {
	v, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(v)
}

// landlock takes away from this thread, and from what it becomes, all rights
// to files but those of the policy, and those to TCP, to the abstract sockets
// of other processes and to signal them.
func (o *order) landlock() error {
	files, net, scopes := handled(o.Parts.Landlock)
	if o.Policy.AllowProcesses { // programs are executed from anywhere, and read what they need
		files, scopes = files&^(execute|readFile|readDir), 0
	}
	if o.Policy.AllowFiles {
		files &= execute | unix.LANDLOCK_ACCESS_FS_REFER // to move files between directories is given, never left
	}
	if o.Policy.AllowNetwork {
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
	for _, p := range append([]string{o.Path}, o.Execute...) {
		errs = append(errs, set.allow(p, execute|readFile))
	}
	for _, p := range append(o.readable(), "/proc/self") {
		errs = append(errs, set.allow(p, readFile|readDir))
	}
	if o.Policy.AllowFiles {
		errs = append(errs, set.allow("/", unix.LANDLOCK_ACCESS_FS_REFER))
	}
	for _, p := range o.Policy.Write {
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

// A ruleset is one that is being made.
type ruleset struct {
	fd    int
	files uint64
}

// allow adds rights to a path and what lies below it. What does not exist or
// cannot be seen needs no rights.
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
		rights &= onFiles
	}
	if rights &= s.files; rights == 0 {
		return nil // nothing of it is taken away
	}
	attr := unix.LandlockPathBeneathAttr{Allowed_access: rights, Parent_fd: int32(fd)}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(s.fd), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&attr)), 0, 0, 0)
	if errno != 0 {
		return &fs.PathError{Op: "landlock_add_rule", Path: path, Err: errno}
	}
	return nil
}
