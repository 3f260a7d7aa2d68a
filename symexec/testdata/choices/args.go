package choices

import "os"

var program = os.Args[0]

// Program says how the process was started.
func Program(full bool) (string, int) {
	if full {
		return program, len(os.Args)
	}
	return program[:1], len(os.Args)
}
