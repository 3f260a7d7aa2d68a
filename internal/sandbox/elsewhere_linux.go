package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// With Policy.Elsewhere the watcher answers system calls in place of the kernel and simulates
// another machine and user, which needs no privileges. A result that depends on the machine or
// the user differs there.

// commonPaths lists the paths that exist on every machine: files that a process needs to start,
// and public data.
var commonPaths = []string{
	"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom",
	"/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/usr/share/zoneinfo",
	"/proc/self/auxv", "/proc/self/cmdline", "/proc/self/environ", "/proc/self/exe", "/proc/self/maps",
}

// answerElsewhere answers a query about the machine or its user as another machine would. It
// reports whether it has answered the call.
func (n *notification) answerElsewhere(name string, resp *response) bool {
	switch name {
	case "getuid", "geteuid":
		resp.value = int64(otherID(os.Getuid()))
		return true
	case "getgid", "getegid":
		resp.value = int64(otherID(os.Getgid()))
		return true
	case "getresuid":
		return n.answerIDs(otherID(os.Getuid()))
	case "getresgid":
		return n.answerIDs(otherID(os.Getgid()))
	case "getsid", "getpgid", "getpgrp":
		resp.value = int64(unix.Getpgrp()) // the process seems to lead neither a session nor a group
		return true
	case "getgroups":
		return true // no groups
	case "uname":
		return n.writeArg(0, otherUtsname())
	case "sysinfo":
		return n.writeArg(0, otherSysinfo())
	case "sched_getaffinity":
		return n.answerCPUSet(otherCPUSet(), resp)
	}
	return false
}

// otherID returns the id of another user or group: 0, the superuser, as programs do most for
// that user; 1 if id is 0.
func otherID(id int) int {
	if id == 0 {
		return 1
	}
	return 0
}

// answerCPUSet answers sched_getaffinity with a set of processors. It reports whether it could
// write the answer.
func (n *notification) answerCPUSet(set *unix.CPUSet, r *response) bool {
	answer := bytesOf(set)
	answer = answer[:min(uint64(len(answer)), n.args[1])]
	r.value = int64(len(answer))
	return n.writeArg(2, answer)
}

// writeArg writes an answer to the memory that the argument with index arg points to. It
// reports whether it could.
func (n *notification) writeArg(arg int, answer []byte) bool {
	f, err := os.OpenFile(fmt.Sprintf("/proc/%d/mem", n.pid), os.O_WRONLY, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	_, err = f.WriteAt(answer, int64(n.args[arg]))
	return err == nil
}

// answerIDs answers getresuid or getresgid with one id for the real, effective and saved id. It
// reports whether it could write the answer.
func (n *notification) answerIDs(id int) bool {
	answer := bytesOf(&[]uint32{uint32(id)}[0])
	return n.writeArg(0, answer) && n.writeArg(1, answer) && n.writeArg(2, answer)
}

func bytesOf[T any](v *T) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(v)), unsafe.Sizeof(*v)) }

// otherUtsname returns a struct utsname with another host name and a later kernel.
func otherUtsname() []byte {
	var u unix.Utsname
	unix.Uname(&u)
	u.Nodename, u.Domainname, u.Release, u.Version = [65]byte{}, [65]byte{}, [65]byte{}, [65]byte{}
	copy(u.Nodename[:], "elsewhere")
	copy(u.Domainname[:], "elsewhere")
	copy(u.Release[:], "99.0.0-elsewhere")
	copy(u.Version[:], "#1 elsewhere")
	return bytesOf(&u)
}

// otherSysinfo returns a struct sysinfo with more memory, more processes and a longer uptime.
func otherSysinfo() []byte {
	var s unix.Sysinfo_t
	unix.Sysinfo(&s)
	s.Uptime += 1 << 20
	s.Totalram += s.Totalram/2 + 1
	s.Freeram += s.Freeram/2 + 1
	s.Totalswap++
	s.Procs++
	return bytesOf(&s)
}

// otherCPUSet returns the processors of this process and one more.
func otherCPUSet() *unix.CPUSet {
	var set unix.CPUSet
	unix.SchedGetaffinity(0, &set)
	for cpu := range 8 * len(bytesOf(&set)) {
		if !set.IsSet(cpu) {
			set.Set(cpu)
			break
		}
	}
	return &set
}

// onEveryMachine reports whether a path exists on every machine: it is a common path, a shared
// library, or a path that the policy gives to the process. real is the path without symbolic
// links. If metadata is set, directories above these count too, for calls that read metadata.
func (w *Watcher) onEveryMachine(pid uint32, path, real string, metadata bool) bool {
	if slices.Contains(commonPaths, path) {
		return true
	}
	if rest, ok := strings.CutPrefix(path, procDir(pid)); ok {
		return slices.Contains(commonPaths, "/proc/self/"+rest)
	}
	if strings.Contains(filepath.Base(real), ".so") && slices.ContainsFunc(publicPaths, func(lib string) bool { return beneath(real, lib) }) {
		return true
	}
	if w.link.everywhere == nil {
		policy := &w.spec.Policy
		w.link.everywhere = resolveAll([]string{w.spec.Path}, w.spec.Execute, policy.Read, policy.Write, commonPaths)
	}
	return slices.ContainsFunc(w.link.everywhere, func(root string) bool { return beneath(real, root) || metadata && beneath(root, real) })
}

// beneath reports whether path is dir or a path below dir.
func beneath(path, dir string) bool {
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, "/")+"/")
}
