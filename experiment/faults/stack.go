package faults

import (
	"path"
	"strconv"
	"strings"
)

// Parse returns the fault in what a program said that panicked, ended with a fatal error or was told to quit, for a package
// whose sources are in dir. It returns nil if the program said nothing of the kind.
func Parse(said, dir string) *Fault {
	f := &Fault{}
	for line := range strings.Lines(said) {
		for _, start := range []string{"panic: ", "fatal error: ", "SIGQUIT: "} {
			if text, ok := strings.CutPrefix(line, start); ok && f.Text == "" {
				f.Text = strings.TrimSpace(text)
			}
		}
	}
	if f.Text == "" {
		return nil
	}
	for stack := range strings.SplitSeq(said, "\n\n") {
		if f.Frames, f.Direct = frames(stack, dir); f.Frames != nil {
			break
		}
	}
	return f
}

// frames returns the frames of a goroutine whose sources are in dir, and whether the innermost of them raised the panic. Of
// several panics the last on the stack was first: the others are those of deferred functions.
func frames(stack, dir string) (list []Frame, direct bool) {
	lines, first := strings.Split(stack, "\n"), 0
	for i, line := range lines {
		if strings.HasPrefix(line, "panic(") {
			first = i + 1
		}
	}
	direct = true
	for i := first; i+1 < len(lines); i++ {
		name, at, ok := lines[i], "", false
		if at, ok = strings.CutPrefix(lines[i+1], "\t"); !ok || strings.HasPrefix(name, "\t") {
			continue
		}
		file, rest, _ := strings.Cut(at, ".go:")
		number, _, _ := strings.Cut(rest, " ")
		line, err := strconv.Atoi(number)
		switch {
		case err != nil:
		case path.Dir(file) == dir:
			list = append(list, Frame{function(name), path.Base(file) + ".go", line})
		case list == nil && !strings.HasPrefix(name, "runtime.") && !strings.HasPrefix(name, "internal/runtime/"):
			direct = false
		}
	}
	return list, direct
}

// function returns the name of a function in a line of a stack, which has its arguments as words or as "...".
func function(line string) string {
	if i := strings.LastIndexByte(line, '('); i >= 0 {
		line = line[:i]
	}
	return line[strings.LastIndexByte(line, '/')+1:]
}
