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

// How a stack begins, and the function on the stack of each goroutine of a test.
const (
	goroutineHeader = "goroutine "
	testRunner      = "testing.tRunner"
)

// leaving lists the cases whose goroutines may have ended the process: those that ran and left
// a function on the stack of the goroutine that panicked, which is no test's. Whatever ran at
// that moment is not to blame. There are none where the tests came to their end, or were too slow.
func (c *checker) leaving(s *testgen.Suite, o *outcome) (list []place) {
	if o.finished || o.timedOut {
		return nil
	}
	stack := panicStack(o)
	if stack == "" || strings.Contains(stack, "\n"+testRunner+"(") {
		return nil
	}
	for _, at := range c.left(s) {
		names := stackedBy(&s.Funcs[at.fn].Cases[at.c])
		ran := o.tests[s.Subtest(at.fn, at.c)] != nil
		if ran && slices.ContainsFunc(names, func(name string) bool { return strings.Contains(stack, "\n"+name+"(") }) {
			list = append(list, at)
		}
	}
	return list
}

// aloneSlack is for a process to start, beside what the goroutine of a case may need.
const aloneSlack = time.Second

// guilty are the cases of a list that end the process when they run alone, again and again for
// longer than the run that ended took: goroutines of one function are alike on a stack, and most
// do no harm. If none ends it, all are guilty.
func (c *checker) guilty(ctx context.Context, s *testgen.Suite, set setting, list []place, took time.Duration) (found []place) {
	took += aloneSlack
	if len(list) < 2 || !c.opts.Deadline.IsZero() && time.Until(c.opts.Deadline) < time.Duration(len(list))*took {
		return list
	}
	defer c.step("ran each of %d cases that leave goroutines alone", len(list))()
	for _, at := range list {
		if c.endsAlone(ctx, s, set, at, took) {
			found = append(found, at)
		}
	}
	if found == nil {
		return list
	}
	return found
}

// endsAlone reports whether a goroutine of a case ends the process that runs this case alone.
func (c *checker) endsAlone(ctx context.Context, s *testgen.Suite, set setting, at place, took time.Duration) bool {
	timed, cancel := context.WithTimeout(ctx, took)
	defer cancel()
	o, _ := c.launch(timed, c.pkg.Dir, set, []string{"-test.v=test2json", "-test.paniconexit0",
		"-test.run=" + exactly(s.Subtest(at.fn, at.c)), "-test.count=" + strconv.Itoa(math.MaxInt32)})
	return o != nil && slices.Contains(c.leaving(s, o), at)
}

// dropLeaving drops cases whose goroutines ended the process.
func (c *checker) dropLeaving(s *testgen.Suite, list []place, o *outcome) {
	for _, at := range list {
		c.dropCase(s, at.fn, at.c, "a goroutine that it leaves behind ends the test process: "+ending(o))
	}
}

// stackedBy lists the functions on the stacks of the goroutines that a case left behind. The
// functions of the runtime and of package time stand on the stacks of all goroutines that wait.
func stackedBy(c *testgen.Case) (names []string) {
	for _, frame := range c.Goroutines {
		name, _, _ := strings.Cut(frame, " ")
		if !strings.HasPrefix(name, "runtime.") && !strings.HasPrefix(name, "time.") {
			names = append(names, name)
		}
	}
	return names
}

// panicStack is the stack of the goroutine whose panic ended the process, "" if none is
// told of.
func panicStack(o *outcome) string {
	text := strings.Join(o.printed(), "") + o.messages
	_, text, ok := strings.Cut("\n"+text, "\npanic: ")
	if !ok {
		return ""
	}
	_, text, _ = strings.Cut(text, "\n"+goroutineHeader)
	stack, _, _ := strings.Cut(text, "\n"+goroutineHeader)
	return stack
}
