package testcheck

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"nearmiss/internal/mutant"
)

// A process runs the tests without a mutant, and then with several mutants, one after the other, and after each of them
// without any: if these runs fail, a mutant has left something behind, and the process ends. So does one that takes too
// long, or in which all goroutines wait. The mutants that are left run in another process.

const (
	mostInTurn = 64 // mutants of a process, at most
	atOnce     = 2  // processes for each that may run: of code with locks, many wait
)

// inTurn fills in the trials of some mutants until the context ends.
func (n *Noticer) inTurn(ctx context.Context, some []int, trials []Trial) {
	processes := atOnce * n.parallel
	size := min(max(len(some)/processes, 1), mostInTurn)
	parts := make(chan []int)
	var all sync.WaitGroup
	for range processes {
		all.Go(func() {
			for part := range parts {
				for len(part) > 0 && ctx.Err() == nil {
					part = part[n.process(ctx, part, trials):]
				}
			}
		})
	}
	for part := range slices.Chunk(some, size) {
		parts <- part
	}
	close(parts)
	all.Wait()
}

// process runs the tests in a process with some mutants. It fills in their trials, and returns how many have had their turn:
// none if a test counts no more, because it fails without a mutant.
func (n *Noticer) process(ctx context.Context, some []int, trials []Trial) int {
	turns := []string{"0"}
	for _, i := range some {
		turns = append(turns, strconv.Itoa(i+1), "0")
	}
	running, end := context.WithCancel(ctx)
	defer end()
	limit := time.AfterFunc(n.limit+timeoutGrace, end)
	defer limit.Stop()
	t := n.transcriptFor(cleanSetting)
	t.turn = mutant.TurnTest
	t.turned = func(k int, o *outcome) {
		limit.Reset(n.limit)
		if k%2 == 0 && n.fails(o) {
			end()
		}
	}
	_, err := n.runConfined(running, t, n.pkg.Dir, cleanSetting, []string{
		"-" + mutant.NumbersFlag + "=" + strings.Join(turns, ","), "-" + mutant.FuelFlag + "=" + strconv.Itoa(n.fuel),
		"-test.count=" + strconv.Itoa(len(turns)), "-test.timeout=0", "-test.run=" + n.pattern(),
	})
	t.close()
	if err != nil && running.Err() == nil || len(t.turns) == 0 && ctx.Err() != nil {
		return len(some) // they stay untried
	}
	if len(t.turns) > 0 && n.leavesOut(t.turns[0]) {
		return 0
	}
	had := 0
	for k, i := range some {
		with, after := 2*k+1, 2*k+2
		if with >= len(t.turns) {
			break
		}
		over := after < len(t.turns)
		if !over && ctx.Err() != nil {
			break
		}
		behind := over && n.fails(t.turns[after])
		if behind && k > 0 {
			break // a mutant before may have left it: this one begins the next process
		}
		had++
		trials[i] = Trial{Fate: Lives, Kills: n.killsIn(t.turns[with], over), Ended: !over}
		if !over || n.fails(t.turns[with]) {
			trials[i].Fate = Noticed
		}
		if !over || behind {
			break
		}
	}
	return max(had, 1)
}

// fails reports whether a test fails that does not without a mutant.
func (n *Noticer) fails(o *outcome) bool {
	for name, t := range o.tests {
		if t.fails > 0 && !n.failsAnyway(name) {
			return true
		}
	}
	return false
}

// failsAnyway reports whether a test fails without a mutant.
func (n *Noticer) failsAnyway(name string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.failing[name]
}

// leavesOut lets tests that fail without a mutant count no more. It reports whether there are any that counted.
func (n *Noticer) leavesOut(o *outcome) (some bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for name, t := range o.tests {
		if t.fails > 0 && !n.failing[name] {
			n.failing[name], some = true, true
		}
	}
	return some
}
