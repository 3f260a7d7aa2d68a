package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A processorClock tells the processor time that this process and those that it
// has started have used up, threads and children that ended included.
type processorClock struct {
	mu   sync.Mutex
	last time.Duration
	at   time.Time // when it was looked up

	others []string  // processes that descend from this one
	listed time.Time // when
}

const (
	tick   = time.Second / 100     // of the numbers in /proc
	lookUp = 25 * time.Millisecond // they are not read more often: on a busy machine that would cost more than the search
	list   = 10 * lookUp           // nor is it looked more often what has been started
)

func newProcessorClock() (*processorClock, error) {
	if _, err := usage("self"); err != nil {
		return nil, fmt.Errorf("-cpu: this system does not tell the processor time of processes: %w", err)
	}
	return &processorClock{}, nil
}

func (c *processorClock) now() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := time.Now(); now.Sub(c.at) >= lookUp {
		if now.Sub(c.listed) >= list {
			c.others, c.listed = descendants(nil, "self"), now
		}
		c.last, c.at = max(c.last, total(append([]string{"self"}, c.others...))), now
	}
	return c.last
}

// total is what processes have used up. Those that have ended in the meantime
// count as nothing for the moment.
func total(pids []string) (sum time.Duration) {
	for _, pid := range pids {
		if used, err := usage(pid); err == nil {
			sum += used
		}
	}
	return sum
}

// descendants adds the processes that descend from one.
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

// usage is the processor time of one process and of its children that it has
// waited for.
func usage(pid string) (time.Duration, error) {
	text, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(text), ") ") // behind the name
	fields := strings.Fields(rest)
	if len(fields) < 15 {
		return 0, errors.New("/proc/" + pid + "/stat is not as expected")
	}
	ticks := uint64(0)
	for _, f := range fields[11:15] { // utime, stime, cutime, cstime
		n, err := strconv.ParseUint(f, 10, 64)
		if err != nil {
			return 0, err
		}
		ticks += n
	}
	return time.Duration(ticks) * tick, nil
}
