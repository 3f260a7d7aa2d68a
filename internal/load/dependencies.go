package load

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strings"
	"time"
)

// BuildDependencies compiles the packages that those matching the patterns and their tests import,
// directly or indirectly, so that later builds find them in the build cache. With a warm cache it takes
// the time of go list. It returns how many packages it compiled. It ignores errors, because the builds
// themselves report them. When ctx ends, it returns after the go command has ended its compilers and
// removed its files.
func BuildDependencies(ctx context.Context, dir string, env []string, patterns ...string) (compiled int) {
	var commands bytes.Buffer // that the go command runs
	list := func(args ...string) []byte {
		cmd := exec.CommandContext(ctx, "go", append([]string{"list", "-e"}, args...)...)
		cmd.Dir, cmd.Env = dir, ForCompiler(env)
		cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
		cmd.WaitDelay = endTime
		cmd.Stderr = &commands
		out, _ := cmd.Output()
		return out
	}
	deps := list(append([]string{"-deps", "-test", "-f", DependencyTemplate, "--"}, patterns...)...)
	commands.Reset()
	list(append([]string{"-export", "-x", "-f", "{{/* no output */}}", "--", "testing"}, DependenciesIn(string(deps))...)...)
	return bytes.Count(commands.Bytes(), []byte(compileCommand))
}

// compileCommand is in each line in which go list -x prints a call of the compiler.
const compileCommand = "/compile -o "

// endTime bounds the time in which the go command ends its compilers.
const endTime = 5 * time.Second

// DependencyTemplate is the template with which go list -deps -test prints the import paths of the
// dependencies alone.
const DependencyTemplate = "{{if and .DepOnly (not .ForTest)}}{{.ImportPath}}{{end}}"

// DependenciesIn returns the import paths in the output of go list with DependencyTemplate that can
// be compiled.
func DependenciesIn(text string) (paths []string) {
	for line := range strings.Lines(text) {
		if path := strings.TrimSpace(line); path != "" && path != "unsafe" && path != "C" && !strings.Contains(path, " ") {
			paths = append(paths, path)
		}
	}
	return paths
}
