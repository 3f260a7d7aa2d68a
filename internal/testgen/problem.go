package testgen

import "fmt"

// Printers return texts alone. The first reason why a text cannot be printed is kept as the problem of
// its file; texts that are printed after it are not used.

// problem is the first reason why a text cannot be printed. A file shares it with its bridge.
type problem struct{ err error }

// fail records an error, unless there is one, and returns an empty text.
func (p *problem) fail(err error) string {
	if p.err == nil {
		p.err = err
	}
	return ""
}

func (p *problem) failf(format string, args ...any) string {
	return p.fail(fmt.Errorf(format, args...))
}

// try prints, and returns the error that was recorded meanwhile.
func (p *problem) try(print func()) (err error) {
	defer func(before error) { p.err = before }(p.err)
	p.err = nil
	print()
	return p.err
}

// tryText is try for one text.
func (p *problem) tryText(print func() string) (text string, err error) {
	err = p.try(func() { text = print() })
	return text, err
}
