package symexec

// osModels let package os come into being: without an environment, with
// standard files to which one may write. What they are told is lost, as with
// the processes that run machine code.
func osModels() map[string]Model {
	return map[string]Model{
		"syscall.runtime_envs":  noEffect,
		"os.runtime_args":       noEffect,
		"os.runtime_beforeExit": noEffect,
		"os.Getenv":             getenv,
		"os.NewFile":            newFile,
		"(*os.File).Write":      discard,
		"(*os.File).Read":       refused("asks the operating system"),
		"(*os.File).Close":      refused("asks the operating system"),
	}
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
	return emptyText(c)
}
