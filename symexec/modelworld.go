package symexec

// world is what a run has asked of the world outside.
type world struct {
	ticks uint64 // looks at the clock
	draws uint64 // random numbers
}

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

// The clock of a run begins at a second of its own, and goes on by a tick each
// time somebody looks: so a loop that waits for it comes to an end, and each run
// of an input is the same. What the process saw when package time came into
// being is that first moment.
const (
	clockSeconds = 1_000_000_000 // since 1970
	clockNanos   = 1_000_000_000 // on the monotonic clock
	clockTick    = 1_000_000     // nanoseconds
)

// clockModels are the readings of the clock. The path says that it
// has read it: another clock shows another time.
func clockModels() map[string]Model {
	return map[string]Model{
		"time.now": now, "time.runtimeNow": now,
		"time.runtimeNano":      func(c *Call) bool { return c.answer(clockNanos + c.tick()) },
		"time.runtimeIsBubbled": noEffect,
	}
}

// now gives seconds, nanoseconds of the second, and the monotonic clock.
func now(c *Call) bool {
	at := c.tick()
	c.Results[0], c.Results[1] = word(clockSeconds+at/1e9), word(at%1e9)
	c.Results[2] = word(clockNanos + at)
	return true
}

// tick is how many nanoseconds of the run have gone by.
func (c *Call) tick() uint64 {
	m := c.m
	if m.epoch == 0 {
		return 0
	}
	m.path.Outside = "the clock begins at a fixed time"
	m.ticks++
	return m.ticks * clockTick
}

func (c *Call) answer(n uint64) bool {
	c.Results[0] = word(n)
	return true
}

// randomModels are the random numbers of the runtime: those of a fixed seed in
// each run, so that an input has one path. Native runs draw others.
func randomModels() map[string]Model {
	return map[string]Model{
		"math/rand.runtime_rand":    draw,
		"math/rand/v2.runtime_rand": draw,
	}
}

// draw gives the next number of SplitMix64 (Steele, Lea, Flood, Fast splittable
// pseudorandom number generators, OOPSLA 2014, doi:10.1145/2660193.2660195).
func draw(c *Call) bool {
	m := c.m
	n := uint64(1)
	if m.epoch != 0 {
		m.path.Outside = "random numbers come from a fixed seed"
		m.draws++
		n += m.draws
	}
	z := n * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return c.answer(z ^ z>>31)
}
