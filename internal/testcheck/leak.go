package testcheck

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"nearmiss/internal/testgen"
)

// leakingCases lists the cases with leaked goroutines that may have ended the process. These
// cases have run, and the goroutine that panicked belongs to no test and has a function on its
// stack that was on the stack of a goroutine leaked by the case. A test that was running at that
// moment is not to blame. The list is empty if the tests have finished or timed out.
func (c *checker) leakingCases(s *testgen.Suite, o *outcome) (list []caseIndex) {
	if o.finished || o.timedOut {
		return nil
	}
	stack := panicStack(o)
	if stack == "" || strings.Contains(stack, "\n"+testRunner+"(") {
		return nil
	}
	for _, index := range c.remaining(s) {
		names := goroutineFuncs(index.in(s))
		ran := o.tests[s.Subtest(index.fn, index.c)] != nil
		if ran && slices.ContainsFunc(names, func(name string) bool { return strings.Contains(stack, "\n"+name+"(") }) {
			list = append(list, index)
		}
	}
	return list
}

// startupTime is the time for a process to start, added to the time for the goroutine of a case.
const startupTime = time.Second

// confirmLeaking returns the cases of a list that end the process when they run alone. Many
// cases may leak goroutines of the same function, which look alike on a stack, and most of them
// are harmless. Each case runs repeatedly for longer than the failed run took. If no case ends
// the process, or time is short, confirmLeaking returns the whole list.
func (c *checker) confirmLeaking(ctx context.Context, s *testgen.Suite, set setting, list []caseIndex, took time.Duration) (found []caseIndex) {
	took += startupTime
	if len(list) < 2 || !c.opts.Deadline.IsZero() && time.Until(c.opts.Deadline) < time.Duration(len(list))*took {
		return list
	}
	defer c.logStep("ran each of %d cases that leak goroutines by itself", len(list))()
	for _, index := range list {
		if c.endsAlone(ctx, s, set, index, took) {
			found = append(found, index)
		}
	}
	if found == nil {
		return list
	}
	return found
}

// endsAlone reports whether a leaked goroutine ends a process that runs only this case.
func (c *checker) endsAlone(ctx context.Context, s *testgen.Suite, set setting, index caseIndex, took time.Duration) bool {
	timed, cancel := context.WithTimeout(ctx, took)
	defer cancel()
	o, _ := c.launch(timed, c.pkg.Dir, set, []string{
		"-test.run=" + exactPattern(s.Subtest(index.fn, index.c)), "-test.count=" + strconv.Itoa(math.MaxInt32)})
	return o != nil && slices.Contains(c.leakingCases(s, o), index)
}

// dropLeaking drops the cases with leaked goroutines that have ended the process.
func (c *checker) dropLeaking(s *testgen.Suite, list []caseIndex, o *outcome) {
	for _, index := range list {
		c.drop(s, index, "a goroutine that it leaves behind ends the test process: "+endMessage(o), testgen.Leaves)
	}
}

// goroutineFuncs lists the functions on the stacks of the goroutines that a case leaks, and those that its timers
// call. It leaves out package runtime and package time, which are on the stacks of all waiting goroutines.
func goroutineFuncs(c *testgen.Case) []string {
	names := slices.Clone(c.Timers)
	for _, frame := range c.Goroutines {
		name, _, _ := strings.Cut(frame, " ")
		if !strings.HasPrefix(name, "runtime.") && !strings.HasPrefix(name, "time.") {
			names = append(names, name)
		}
	}
	return names
}
