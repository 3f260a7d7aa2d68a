package testgen

import (
	"fmt"
	"slices"
	"strings"

	"nearmiss/internal/oracle"
)

// receiveStatements returns the statements that receive the values of a check, "" if it needs none. A
// function may send on several channels in any order, so the test receives from all of them concurrently.
func (p *plan) receiveStatements(c *check) string {
	if !c.Received || c.Level == oracle.Closed {
		return ""
	}
	values, closed := c.got, "_"
	if c.Level == oracle.Nilness {
		values = "_"
	}
	if end := p.closedCheck(c); end != nil {
		closed = end.got
	}
	all := p.received()
	if len(all) == 1 {
		return fmt.Sprintf("%s, %s := %s(%s, %d)\n", values, closed, p.helper(drain), p.resultVar(c.Index), p.maxReceived(c))
	}
	var b strings.Builder
	wait := func(c *check) string { return p.local(fmt.Sprint("wait", c.Index)) }
	if c == all[0] {
		for _, x := range all {
			fmt.Fprintf(&b, "%s := %s(%s, %d)\n", wait(x), p.helper(draining), p.resultVar(x.Index), p.maxReceived(x))
		}
	}
	fmt.Fprintf(&b, "%s, %s := %s()\n", values, closed, wait(c))
	return b.String()
}

// received returns the checks of values that the test receives from channels.
func (p *plan) received() (list []*check) {
	for _, c := range p.checks {
		if c.Received && c.Level != oracle.Closed {
			list = append(list, c)
		}
	}
	return list
}

// closedCheck returns the check whether the channel of a check of values is closed, nil if there is none.
func (p *plan) closedCheck(c *check) *check {
	i := slices.IndexFunc(p.checks, func(k *check) bool { return k.Received && k.Index == c.Index && k.Level == oracle.Closed })
	if i < 0 {
		return nil
	}
	return p.checks[i]
}

// maxReceived returns the number of values to receive: that of the wanted values, and one more where
// the channel is closed.
func (p *plan) maxReceived(c *check) int {
	n := len(c.Wants[0].Kids)
	if c.Level == oracle.Nilness {
		n = 1
	}
	if end := p.closedCheck(c); end != nil && end.Wants[0].Word != 0 {
		n++
	}
	return n
}

// drainingHelper prints the helper that receives in a goroutine, for several channels at once.
func drainingHelper(name, drain string) string {
	return strings.NewReplacer("NAME", name, "DRAIN", drain).Replace(`// NAME is DRAIN in the background; what it returns waits for the end.
func NAME[T any](c <-chan T, n int) func() ([]T, bool) {
	var values []T
	var closed bool
	end := make(chan bool)
	go func() {
		defer close(end)
		values, closed = DRAIN(c, n)
	}()
	return func() ([]T, bool) {
		<-end
		return values, closed
	}
}`)
}
