package symexec

// osModels let package os come into being: without an environment, with no
// argument but the name of a program, with standard files to which one may write. What they are told is lost, as with
// the processes that run machine code. Other files do not exist, as far as one
// can tell: directories that are always there, and absolute names, which may be
// those of the system's own files, are refused.
func osModels() map[string]Model {
	models := map[string]Model{
		"syscall.runtime_envs":  noEffect,
		"os.runtime_beforeExit": noEffect,
		"os.Getenv":             getenv,
		"os.NewFile":            newFile,
		"syscall.Open":          func(c *Call) bool { return absent(c, 1, c.Args[1]) },
		"syscall.Stat":          func(c *Call) bool { return absent(c, 0, cell{}) },
		"syscall.Lstat":         func(c *Call) bool { return absent(c, 0, cell{}) },
		"(*os.File).Write":      discard,
	}
	for _, method := range []string{
		"Chdir", "Chmod", "Chown", "Close", "Fd", "Read", "ReadAt", "ReadDir", "ReadFrom", "Readdir", "Readdirnames", "Seek",
		"SetDeadline", "SetReadDeadline", "SetWriteDeadline", "Stat", "Sync", "SyscallConn", "Truncate", "WriteAt", "WriteTo",
	} {
		models["(*os.File)."+method] = refused("asks the operating system")
	}
	return models
}

// newFile makes a file that is only there.
func newFile(c *Call) bool {
	t := c.m.types.target(c.m.types.of(c.fn.ssa.Signature.Results().At(0).Type()))
	o := c.m.alloc(t, t.size)
	if o == nil {
		return false
	}
	c.Results[0] = cell{r: o}
	return true
}

// discard writes nowhere.
func discard(c *Call) bool {
	c.Results[0], c.Results[1], c.Results[2] = c.Args[2], cell{}, cell{}
	return true
}

// create is the flag of open that makes a file.
const create = 0x40

// absent says of a file that it does not exist, with the error in result at.
func absent(c *Call, at int, flags cell) bool {
	if flags.r != nil || flags.n&create != 0 {
		return refused("asks the operating system")(c)
	}
	r, ok := c.m.call(c.m.standIn("absentFile"), nil, c.Args[:1])
	if !ok {
		return false
	}
	errno := r[0]
	if errno.n == ^uint64(0) {
		return refused("asks the operating system")(c)
	}
	c.m.path.Outside = "files do not exist"
	c.Results[0] = word(^uint64(0))
	c.Results[at], c.Results[at+1] = cell{r: c.m.types.of(c.fn.ssa.Pkg.Type("Errno").Type())}, errno
	return true
}

// getenv knows that there is nothing but what every worker has.
func getenv(c *Call) bool {
	name, ok := c.text(0)
	if !ok {
		return false
	}
	switch name {
	case "HOME", "TMPDIR", "PWD", "GOTRACEBACK":
		return refused("asks the operating system")(c)
	}
	c.m.relies(environment)
	return emptyText(c)
}
