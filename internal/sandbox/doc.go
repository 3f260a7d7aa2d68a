// Package sandbox starts processes with restricted rights. The restrictions are in force
// before the first line of the program runs, package initialization included.
//
//	parts := sandbox.Probe(ctx)
//	if missing := parts.Missing(); missing != nil {
//		// the system has no Landlock, …
//	}
//	err := parts.Wrap(cmd, sandbox.Policy{Write: []string{dir}, Memory: 1 << 30})
//	err = cmd.Run()
//
// In a program that calls
//
//	os.RemoveAll("/home")
//	net.Dial("udp", "127.0.0.1:53")
//	exec.Command("sh").Start()
//	syscall.Kill(os.Getppid(), syscall.SIGKILL)
//
// each call returns an error, and the program goes on.
//
// # Method
//
// Wrap changes the command so that it starts the running program again, as a launcher. The
// launcher finds its launch specification in an environment variable during package
// initialization. On the thread that will execute the program it sets, in this order:
//
//	descriptors       close-on-exec for all descriptors that the command was not given
//	limits            one file's size, descriptors, the system's stack, no core
//	no new privileges and no capabilities, for the superuser too
//	Landlock          reading: the program, libraries, public data such as time zones,
//	                  and the paths of the policy; writing: beneath the policy's
//	                  directories and /dev/null. No TCP, no abstract sockets of other
//	                  processes, no signals to other processes
//	seccomp           a list of permitted system calls. All other calls fail with EPERM:
//	                  sockets of every kind, processes, signals to other processes,
//	                  attributes of files, namespaces, shared memory, memory that no
//	                  limit counts, preallocation of files, …
//	memory            the size of private writable memory (RLIMIT_DATA)
//
// Then it executes the program. The process leads a session of its own, without a terminal,
// and is killed when the process that started it ends.
//
// The filter must let the launcher execute the program, and must not let the program execute
// another one. The filter compares the address of the path with an address that the launcher
// has drawn at random and mapped. In the memory of the program that address is not mapped, so
// the call fails there even if the program knows the address. The memory limit is set in the
// same way. It comes last because the launcher itself may be larger than the limit.
//
// A Guard enforces bounds that the system has no limit for, up to twenty times a second: the
// number of files, files without a name, files in unreadable directories, the memory of
// programs under the race detector, page tables, and threads. The Guard and the functions
// that clean up use descriptors and not paths: a process may replace a file by a symbolic
// link at any moment.
//
// # Watching
//
// The kernel asks a Watcher (seccomp user notification) before each system call that would
// change or query anything outside the process. The Watcher decides as the sandbox does and
// counts touches: writing, creating, removing, connecting, starting programs, signals to
// other processes. A run without touches would change nothing outside the sandbox either, if
// it found the same machine there. Reading is no touch, except of files under /proc that the
// sandbox hides or that show its effects. An open is judged by its flags, but an open of the null
// device or of an empty path is never a touch. A write to a descriptor that is not open for
// writing counts, because it may be open outside the sandbox.
//
// The policy decides how the machine appears to a process:
//
//   - Elsewhere: the Watcher answers in place of the kernel as another machine would, with
//     another user, host and kernel, more memory and one more processor. The only files are
//     the process's own, libraries and time zones.
//   - Present: a small file appears at each path that has no file or an unreadable one.
//     Metadata calls describe it, and an open returns a descriptor of it.
//   - Inverted: for each listed path the opposite holds. A file there appears to be missing; if
//     there is none, a small file appears. FilesRead lists the paths that a run has asked about.
//   - Ahead: the clock is ahead, or behind, if the process reads it by a system call. The Go runtime does where
//     it does not find the vDSO's clock.
//
// # Sources
//
// Landlock: kernel documentation, "Landlock: unprivileged access control", ABI 3
// to 7. Seccomp: "Seccomp BPF", with SECCOMP_RET_USER_NOTIF.
//
// # Limits
//
// The sandbox does not prevent: reading the clock and random numbers; stat of any path
// (Landlock has no right for it); measuring the load of the machine; use of the processors
// until the process is killed; locks on readable files while the process lives. A process may
// exceed the bounds of a Guard for a moment. AllowNetwork permits connections to the sockets
// of local services too, and these may do more.
//
// The Watcher reads a path from the memory of the process, and the kernel reads it again. A
// path that changes in between makes the count wrong; Landlock still decides the access. The
// touches of a goroutine that outlives its run count for a later run.
//
// The parts of the sandbox exist on Linux only; elsewhere Probe finds none.
//
// # Cost
//
// A process starts a few milliseconds later. Permitted calls cost as much as without a
// sandbox, watched calls some tens of microseconds more.
//
// All functions may be called concurrently; a Watcher belongs to one process.
package sandbox
