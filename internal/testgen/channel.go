package testgen

import (
	"fmt"
	"slices"
	"strings"

	"nearmiss/internal/oracle"
	"nearmiss/internal/value"
)

// receiveStatements returns the statements that receive, if o is the first observation that needs
// them. A function may send on several channels in any order, so the test receives from all of them
// concurrently.
func (p *plan) receiveStatements(c *check) string {
	d := c.Channel
	if d == nil || c.Level == oracle.Closed {
		return ""
	}
	values, closed := c.got, "_"
	if c.Level != oracle.Full && c.Level != oracle.Size {
		values = "_"
	}
	if d.Closed != nil {
		closed = p.checkOf(d.Closed).got
	}
	all := p.channels()
	if len(all) == 1 {
		before, most := p.maxReceived(d)
		return fmt.Sprintf("%s%s, %s := %s(%s, %s)\n", before, values, closed, p.helper(drain), p.resultVar(c.Index), most)
	}
	var b strings.Builder
	if d == all[0] {
		for _, x := range all {
			before, most := p.maxReceived(x)
			wait := p.waitCall(x)
			fmt.Fprintf(&b, "%s%s := %s(%s, %s)\n", before, wait, p.helper(draining), p.resultVar(x.Values.Index), most)
		}
	}
	fmt.Fprintf(&b, "%s, %s := %s()\n", values, closed, p.waitCall(d))
	return b.String()
}

// waitCall returns the variable of the function that waits for the values of a channel.
func (p *plan) waitCall(d *oracle.Channel) string {
	key := fmt.Sprint("wait ", slices.Index(p.channels(), d))
	if p.names[key] == "" {
		p.names[key] = p.locals.claim("wait")
	}
	return p.names[key]
}

// checkOf returns the check with the names of a check.
func (p *plan) checkOf(c *oracle.Check) *check {
	return p.checks[slices.IndexFunc(p.checks, func(k *check) bool { return k.Check == c })]
}

// channels returns the channels that the test receives from, in the order in which their
// values are compared.
func (p *plan) channels() (list []*oracle.Channel) {
	for _, c := range p.checks {
		if c.Channel != nil && !slices.Contains(list, c.Channel) {
			list = append(list, c.Channel)
		}
	}
	return list
}

// maxReceived returns an expression for the number of values to receive, and the statements that
// must precede it. The number is that of the wanted values, and one more where the channel is
// closed.
func (p *plan) maxReceived(d *oracle.Channel) (before, n string) {
	values := p.checkOf(d.Values)
	switch n = "0"; {
	case values.Level == oracle.Nilness:
		n = "1"
	case values.Level == oracle.Size:
		n = p.rowVar() + "." + values.want
	case values.constant == "":
		n = "len(" + p.rowVar() + "." + values.want + ")"
	}
	if d.Closed == nil {
		return "", n
	}
	switch open := func(v *value.Value) bool { return v != nil && v.Word == 0 }; {
	case !slices.ContainsFunc(d.Closed.Wants, open):
		return "", strings.TrimPrefix(n+"+1", "0+")
	case slices.ContainsFunc(d.Closed.Wants, func(v *value.Value) bool { return v != nil && v.Word != 0 }):
		most := p.locals.claim("n")
		return fmt.Sprintf("%s := %s\nif %s.%s {\n%[1]s++\n}\n", most, n, p.rowVar(), p.checkOf(d.Closed).want), most
	}
	return "", n
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
