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

// What a process sees of its machine and its user cannot be changed without rights. But
// whoever listens to a filter may give an answer in place of the kernel's. A result that
// hangs on such an answer is another one then.

// anywhere is what a process finds on every machine: what it takes to start, and data
// that are everybody's.
var anywhere = []string{
	"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom",
	"/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/usr/share/zoneinfo",
	"/proc/self/auxv", "/proc/self/cmdline", "/proc/self/environ", "/proc/self/exe", "/proc/self/maps",
}

// elsewhere answers a question about the machine as another one would, and reports
// whether it has.
func (n *notice) elsewhere(name string, r *reply) bool {
	switch name {
	case "getuid", "geteuid":
		r.value = int64(other(os.Getuid()))
		return true
	case "getgid", "getegid":
		r.value = int64(other(os.Getgid()))
		return true
	case "getresuid":
		return n.identify(other(os.Getuid()))
	case "getresgid":
		return n.identify(other(os.Getgid()))
	case "getsid", "getpgid", "getpgrp":
		r.value = int64(unix.Getpgrp()) // it leads neither a session nor a group
		return true
	case "getgroups":
		return true // none
	case "uname":
		return n.write(0, otherSystem())
	case "sysinfo":
		return n.write(0, otherMemory())
	case "sched_getaffinity":
		return n.processors(otherProcessors(), r)
	}
	return false
}

// other is another user or group: the superuser, for whom code does most, unless it is that one.
func other(id int) int {
	if id == 0 {
		return 1
	}
	return 0
}

// processors answers with a set of processors.
func (n *notice) processors(set *unix.CPUSet, r *reply) bool {
	answer := bytesOf(set)
	answer = answer[:min(uint64(len(answer)), n.args[1])]
	r.value = int64(len(answer))
	return n.write(2, answer)
}

// write puts an answer where an argument of the call points, and reports whether it
// could.
func (n *notice) write(arg int, answer []byte) bool {
	f, err := os.OpenFile(fmt.Sprintf("/proc/%d/mem", n.pid), os.O_WRONLY, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	_, err = f.WriteAt(answer, int64(n.args[arg]))
	return err == nil
}

// identify answers with one number for the real, the effective and the saved identity.
func (n *notice) identify(id int) bool {
	answer := bytesOf(&[]uint32{uint32(id)}[0])
	return n.write(0, answer) && n.write(1, answer) && n.write(2, answer)
}

func bytesOf[T any](v *T) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(v)), unsafe.Sizeof(*v)) }

// otherSystem has another host name and a later kernel.
func otherSystem() []byte {
	var u unix.Utsname
	unix.Uname(&u)
	u.Nodename, u.Domainname, u.Release, u.Version = [65]byte{}, [65]byte{}, [65]byte{}, [65]byte{}
	copy(u.Nodename[:], "elsewhere")
	copy(u.Domainname[:], "elsewhere")
	copy(u.Release[:], "99.0.0-elsewhere")
	copy(u.Version[:], "#1 elsewhere")
	return bytesOf(&u)
}

// otherMemory has more memory and more processes, and has been up for longer.
func otherMemory() []byte {
	var s unix.Sysinfo_t
	unix.Sysinfo(&s)
	s.Uptime += 1 << 20
	s.Totalram += s.Totalram/2 + 1
	s.Freeram += s.Freeram/2 + 1
	s.Totalswap++
	s.Procs++
	return bytesOf(&s)
}

// otherProcessors has one more.
func otherProcessors() *unix.CPUSet {
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

// anywhere reports whether a path, and what it is without links, leads to what the process
// has on every machine. A directory above that may be asked about.
func (w *Watcher) anywhere(pid uint32, path, real string, asked bool) bool {
	if slices.Contains(anywhere, path) {
		return true
	}
	if rest, ok := strings.CutPrefix(path, processOf(pid)); ok {
		return slices.Contains(anywhere, "/proc/self/"+rest)
	}
	if strings.Contains(filepath.Base(real), ".so") && slices.ContainsFunc(system, func(lib string) bool { return beneath(real, lib) }) {
		return true
	}
	if w.link.anywhere == nil {
		policy := &w.order.Policy
		w.link.anywhere = resolved([]string{w.order.Path}, w.order.Execute, policy.Read, policy.Write, anywhere)
	}
	return slices.ContainsFunc(w.link.anywhere, func(root string) bool { return beneath(real, root) || asked && beneath(root, real) })
}

// beneath reports whether a path is that of a directory, or of what lies in it.
func beneath(path, dir string) bool {
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, "/")+"/")
}
