// Package sandbox starts processes that can do no harm: the rights are gone
// before the first line of the program runs, package initialization included.
//
//	parts := sandbox.Probe(ctx)
//	if missing := parts.Missing(); missing != nil {
//		// the system has no Landlock, …
//	}
//	err := parts.Wrap(cmd, sandbox.Policy{Write: []string{dir}, Memory: 1 << 30})
//	err = cmd.Run()
//
// Of a program that calls
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
// The command that is started is this program again, the launcher, which finds
// an order in its environment while packages are initialized. On the one thread
// that lives on it sets, in this order, and then executes the program:
//
//	descriptors       only those that the command was given
//	limits            one file's size, descriptors, the system's stack, no core
//	no new privileges and no capabilities, for the superuser too
//	Landlock          what may be read: the program, libraries, public data such
//	                  as time zones, and the policy's; what may be written: only
//	                  beneath the policy's directories, and /dev/null. No TCP, no
//	                  abstract sockets of others, no signals to others
//	seccomp           a list of the system calls that may be made. All others fail
//	                  with EPERM: sockets of every kind, processes, signals to
//	                  others, attributes of files, namespaces, shared memory,
//	                  memory that no limit counts, room for a file at once, …
//	memory            how much data there may be
//
// It is the leader of a session, so that it has no terminal and no group of
// others, and it is killed when the process that started it ends.
//
// The filter must let the launcher execute the program, and not the program
// another one. It compares the address of the path with one that the launcher
// has drawn at random and mapped; in the memory of the program that address
// means nothing, so the call fails there even with the number known. So it is
// with the limit of the memory, which comes last because the launcher may be
// larger itself.
//
// What the limits of the system do not bound a Guard looks after, twenty times a
// second: files without number, without a name or out of sight, the memory of
// programs under the race detector, tables of pages, and threads. It and what cleans
// up afterwards go by descriptors: a process may swap what it wrote for a link at any
// moment.
//
// # Watching
//
// A Watcher is asked by the kernel (seccomp user notification) before each call that would
// change or find out anything outside the process. It decides as the sandbox does and counts
// what acts: writing, creating, removing, connecting, starting programs, signals to others.
// A run that has not acted does not act outside the sandbox either, where it finds the same.
// Reading is no act, an open is judged by its flags. A write by a descriptor that is not open
// is one, for it may be open elsewhere.
//
// What a run finds is the policy's. With Elsewhere the watcher answers in place of the kernel
// as another machine would: another user, host and kernel, more memory, one processor more, and
// none of the files but the process's own, libraries and time zones. With Present there is a
// small file wherever there is none, or none that the process may read: who asks is told of
// it, and who opens it gets a descriptor. With Others it is so for some files alone. Looked
// names those that a run has asked about.
//
// # Sources
//
// Landlock: kernel documentation, "Landlock: unprivileged access control", ABI 3
// to 7. Seccomp: "Seccomp BPF", with SECCOMP_RET_USER_NOTIF.
//
// # What is not kept away
//
// Reading the clock and random numbers; stat of any path (Landlock has no right
// for it); asking how busy the machine is; use of the processors until somebody
// kills the process; locks on files that it may read, as long as it lives. What a Guard
// bounds may be more for a moment. Who allows connections allows those to the sockets
// of local services too, and these may do more.
// The watcher reads a path and the kernel reads it again: that is good enough
// to count, and Landlock decides. A goroutine that outlives its run touches in
// the name of a later one.
//
// Everything but Probe and Wrap is for Linux; elsewhere Probe finds no parts.
//
// # Cost
//
// A process starts a few milliseconds later; the calls that are allowed cost
// what they did, and those that are watched some tens of microseconds.
//
// All functions may be called concurrently; a Watcher belongs to one process.
//
// # Temporary files
//
// The temporary files of one call of nearmiss are in one directory. Those of calls that were
// killed are removed.
//
// The directory holds a file that its process has locked as long as it lives. The next
// call looks at what lies beside its own directory: one that has the name and the file of
// such a directory, belongs to the same user, and whose file no process has locked any
// more, was left behind. Links are not followed, and all else stays as it is. Where files
// cannot be locked nothing is swept.
package sandbox
