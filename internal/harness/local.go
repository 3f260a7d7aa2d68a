package harness

import (
	"strconv"
	"strings"

	"nearmiss/internal/syntax"
)

// escapeLocal returns name as the name of a parameter or variable in a tree, changed if it
// already means a package or a declaration of the package under test, which the tree may refer
// to.
func (c *Coder) escapeLocal(name string) string {
	free := name
	for n := 1; c.isDeclared(free); n++ {
		if free = "the" + syntax.Capitalize(name); n > 1 {
			free += strconv.Itoa(n)
		}
	}
	return free
}

// isDeclared reports whether a name has a meaning in the files into which trees are printed,
// including a test outside of the package.
func (c *Coder) isDeclared(name string) bool {
	if c.isNameTaken(name) || c.pkg.Types.Name() == name {
		return true
	}
	for _, q := range c.pkg.Imports {
		if q.Types != nil && q.Types.Name() == name {
			return true
		}
	}
	for at, free := range c.fileNames {
		if free == name || strings.HasSuffix("/"+at, "/"+name) {
			return true
		}
	}
	return false
}
