package load

import (
	"bytes"
	"context"
	"os/exec"
	"strings"
)

// BuildDependencies compiles the packages that those matching the patterns and their tests import,
// directly or indirectly, so that later builds find them in the build cache. With a warm cache it takes
// the time of go list. It ignores errors, because the builds themselves report them.
func BuildDependencies(ctx context.Context, dir string, env []string, patterns ...string) {
	list := func(args ...string) []byte {
		cmd := exec.CommandContext(ctx, "go", append([]string{"list", "-e"}, args...)...)
		cmd.Dir, cmd.Env = dir, env
		out, _ := cmd.Output()
		return out
	}
	deps := list(append([]string{"-deps", "-test", "-f", "{{if and .DepOnly (not .ForTest)}}{{.ImportPath}}{{end}}", "--"}, patterns...)...)
	args := []string{"-export", "-f", "{{/* no output */}}", "--", "testing"}
	for line := range strings.Lines(string(bytes.TrimSpace(deps))) {
		if path := strings.TrimSpace(line); path != "" && path != "unsafe" && path != "C" && !strings.Contains(path, " ") {
			args = append(args, path)
		}
	}
	list(args...)
}
