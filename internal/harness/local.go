package harness

import (
	"strconv"
	"strings"
)

// local is what a parameter or variable is called in a template that mentions types or values
// where the variable is in scope: name, unless that stands for a package, or for something
// that the package under test declares.
func (c *Coder) local(name string) string {
	free := name
	for n := 1; c.means(free); n++ {
		if free = "the" + capital(name); n > 1 {
			free += strconv.Itoa(n)
		}
	}
	return free
}

// means reports whether a name stands for something in the files that templates go to: in a
// test outside of the package for this, too.
func (c *Coder) means(name string) bool {
	if c.taken(name) || c.pkg.Types.Name() == name {
		return true
	}
	for _, q := range c.pkg.Imports {
		if q.Types != nil && q.Types.Name() == name {
			return true
		}
	}
	for at, free := range c.names {
		if free == name || strings.HasSuffix("/"+at, "/"+name) {
			return true
		}
	}
	return false
}
