package engine

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A clock tells the processor time of this process and of its descendants, running or ended.
type clock struct {
	mu   sync.Mutex
	last time.Duration

	others []string      // processes that descend from this one and run
	listed time.Time     // time of the last search for processes
	newest string        // number of the newest process or thread of the machine, before that search
	at     time.Time     // when their times were read
	theirs time.Duration // the sum of their times
	ended  time.Duration // of processes that have ended, at the same moment
}

const (
	tick  = time.Second / 100     // unit of the times in /proc
	every = 25 * time.Millisecond // between readings of /proc by now: more would cost more than a search
	list  = 10 * every            // between looks for other processes
)

func newClock() *clock { return &clock{} }

// now returns the time. The times of running processes are read every 25 ms at most.
func (c *clock) now() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	ended := used(syscall.RUSAGE_CHILDREN)
	if ended != c.ended || time.Since(c.at) >= every {
		c.look(ended, time.Since(c.listed) >= list)
	}
	return c.sum(ended)
}

// read returns the time after a look at all processes.
func (c *clock) read() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	ended := used(syscall.RUSAGE_CHILDREN)
	c.look(ended, true)
	return c.sum(ended)
}

// sum returns the time, which never goes back. A process that has ended counts nothing until its
// parent has waited for it: the clock stands still until then.
func (c *clock) sum(ended time.Duration) time.Duration {
	c.last = max(c.last, used(syscall.RUSAGE_SELF)+ended+c.theirs)
	return c.last
}

// look reads the times of processes that run. It searches for processes only if one has begun since the last search: with
// thirty workers, of ten threads each, a search takes as long as a short cell.
func (c *clock) look(ended time.Duration, anew bool) {
	now := time.Now()
	if anew {
		if newest := newestPID(); newest == "" || newest != c.newest {
			c.others, c.newest = descendants(nil, "self"), newest
		}
		c.listed = now
	}
	c.theirs, c.at, c.ended = 0, now, ended
	for _, pid := range c.others {
		c.theirs += usage(pid)
	}
}

// used returns the processor time of this process, or of its children that it has waited for.
func used(who int) time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(who, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// newestPID returns the number of the process or thread that has begun last, empty if that is not known.
func newestPID() string {
	text, _ := os.ReadFile("/proc/loadavg")
	fields := strings.Fields(string(text))
	if len(fields) < 5 {
		return ""
	}
	return fields[4]
}

// descendants appends the processes that descend from a process.
func descendants(to []string, pid string) []string {
	lists, _ := filepath.Glob("/proc/" + pid + "/task/*/children")
	for _, list := range lists {
		children, _ := os.ReadFile(list)
		for child := range strings.FieldsSeq(string(children)) {
			to = descendants(append(to, child), child)
		}
	}
	return to
}

// usage returns the processor time of a process and of its children that it has waited for, 0 if it
// has ended.
func usage(pid string) time.Duration {
	text, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), ") ") // after the name
	fields := strings.Fields(rest)
	if len(fields) < 15 {
		return 0
	}
	ticks := uint64(0)
	for _, f := range fields[11:15] { // utime, stime, cutime, cstime
		n, _ := strconv.ParseUint(f, 10, 64)
		ticks += n
	}
	return time.Duration(ticks) * tick
}
