package symexec

// world counts the requests of a run to the world outside.
type world struct {
	clockReadings uint64 // number of readings of the clock so far
	randomDraws   uint64 // number of random numbers so far
}

// osModels let package os initialize: with no environment, with the name of a program as the
// only argument, and with standard files that discard what is written, as in the processes that
// run machine code. Other files do not exist. Directories that always exist and absolute names,
// which may be files of the system, are unsupported.
func osModels() map[string]model {
	models := map[string]model{
		"syscall.runtime_envs":  noEffect,
		"os.runtime_beforeExit": noEffect,
		"os.Getenv":             getenv,
		"os.NewFile":            newFile,
		"syscall.Open":          func(c *modelCall) bool { return fileAbsent(c, 1, c.args[1]) },
		"syscall.Stat":          func(c *modelCall) bool { return fileAbsent(c, 0, cell{}) },
		"syscall.Lstat":         func(c *modelCall) bool { return fileAbsent(c, 0, cell{}) },
		"(*os.File).Write":      discardWrite,
	}
	for _, method := range []string{
		"Chdir", "Chmod", "Chown", "Close", "Fd", "Read", "ReadAt", "ReadDir", "ReadFrom", "Readdir", "Readdirnames", "Seek",
		"SetDeadline", "SetReadDeadline", "SetWriteDeadline", "Stat", "Sync", "SyscallConn", "Truncate", "WriteAt", "WriteTo",
	} {
		models["(*os.File)."+method] = unsupported("asks the operating system")
	}
	return models
}

// newFile makes a file without content.
func newFile(c *modelCall) bool {
	t := c.machine.types.target(c.machine.types.rtypeOf(c.fn.ssa.Signature.Results().At(0).Type()))
	o := c.machine.alloc(t, t.size)
	if o == nil {
		return false
	}
	c.results[0] = cell{r: o}
	return true
}

// discardWrite models a write that has no effect.
func discardWrite(c *modelCall) bool {
	c.results[0], c.results[1], c.results[2] = c.args[2], cell{}, cell{}
	return true
}

// openCreate is the flag O_CREAT of the system call open.
const openCreate = 0x40

// fileAbsent models a system call on a file that does not exist. index is the index of the error in
// Results. With the flag O_CREAT or symbolic flags, the path ends as Unsupported.
func fileAbsent(c *modelCall, index int, flags cell) bool {
	if flags.r != nil || flags.n&openCreate != 0 {
		return unsupported("asks the operating system")(c)
	}
	r, ok := c.machine.call(c.machine.standIn("absentFile"), nil, c.args[:1])
	if !ok {
		return false
	}
	errno := r[0]
	if errno.n == ^uint64(0) {
		return unsupported("asks the operating system")(c)
	}
	c.machine.path.Outside = "files do not exist"
	c.results[0] = word(^uint64(0))
	c.results[index], c.results[index+1] = cell{r: c.machine.types.rtypeOf(c.fn.ssa.Pkg.Type("Errno").Type())}, errno
	return true
}

// getenv returns "". Variables that are set in every worker are unsupported.
func getenv(c *modelCall) bool {
	name, ok := c.text(0)
	if !ok {
		return false
	}
	switch name {
	case "HOME", "TMPDIR", "PWD", "GOTRACEBACK":
		return unsupported("asks the operating system")(c)
	}
	c.machine.relyOn(environment)
	return noEffect(c)
}

// The clock of a run begins at a fixed second and advances by one tick with each reading. A
// loop that waits for the clock therefore ends, and each run of an input is the same. The time
// at which package time was initialized is the first moment.
const (
	clockSeconds = 1_000_000_000 // since 1970
	clockNanos   = 1_000_000_000 // on the monotonic clock
	clockTick    = 1_000_000     // nanoseconds
)

// clockModels are the readings of the clock. A path records that it has read the clock, because
// another clock shows another time.
func clockModels() map[string]model {
	return map[string]model{
		"time.now": readClock, "time.runtimeNow": readClock,
		"time.runtimeNano":      func(c *modelCall) bool { return c.returnWord(clockNanos + c.tick()) },
		"time.runtimeIsBubbled": noEffect,
	}
}

// readClock models the clock: it returns the seconds, the nanoseconds within the second, and the
// monotonic clock.
func readClock(c *modelCall) bool {
	offset := c.tick()
	c.results[0], c.results[1] = word(clockSeconds+offset/1e9), word(offset%1e9)
	c.results[2] = word(clockNanos + offset)
	return true
}

// tick advances the clock and returns the nanoseconds since the run began.
func (c *modelCall) tick() uint64 {
	m := c.machine
	if m.epoch == 0 {
		return 0
	}
	m.path.Outside = "the clock begins at a fixed time"
	m.clockReadings++
	return m.clockReadings * clockTick
}

func (c *modelCall) returnWord(n uint64) bool {
	c.results[0] = word(n)
	return true
}

// randomModels are the random numbers of the runtime. Each run draws them from a fixed seed, so
// that an input has one path. Native runs draw other numbers.
func randomModels() map[string]model {
	return map[string]model{
		"math/rand.runtime_rand":    randomWord,
		"math/rand/v2.runtime_rand": randomWord,
	}
}

// randomWord returns the next number of SplitMix64 (Steele, Lea, Flood, Fast splittable
// pseudorandom number generators, OOPSLA 2014, doi:10.1145/2660193.2660195).
func randomWord(call *modelCall) bool {
	m := call.machine
	n := uint64(1)
	if m.epoch != 0 {
		m.path.Outside = "random numbers come from a fixed seed"
		m.randomDraws++
		n += m.randomDraws
	}
	z := n * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return call.returnWord(z ^ z>>31)
}
