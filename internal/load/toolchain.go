package load

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A toolchain that the go command downloaded lies in the module cache, and
// there the go command refuses overlays. resettle gives it another place: it
// makes a link to the tree at root in dir, and returns what the environment
// needs for the go command to choose that one.
//
// The command in PATH is still the one that is asked first. If it is not of
// that tree, it switches to the version in GOTOOLCHAIN, which it looks for in
// PATH before the module cache; a switch forgets GOROOT.
func resettle(ctx context.Context, dir, root, version string, env []string) ([]string, error) {
	link, bin := filepath.Join(dir, "goroot"), filepath.Join(dir, "gobin")
	if err := os.Symlink(root, link); err != nil {
		return nil, err
	}
	local := exec.CommandContext(ctx, "go", "env", "GOROOT")
	local.Dir, local.Env = dir, append(env[:len(env):len(env)], "GOTOOLCHAIN=local", "GOWORK=off")
	if out, err := local.Output(); err == nil && strings.TrimSpace(string(out)) == root {
		return []string{"GOROOT=" + link, "GOTOOLCHAIN=local"}, nil
	}
	if err := os.Mkdir(bin, 0o700); err != nil {
		return nil, err
	}
	// A link to the command itself would not do: the go command finds its tree
	// by where its file really is.
	script := fmt.Sprintf("#!/bin/sh\nGOROOT=%s\nexport GOROOT\nexec %s \"$@\"\n",
		shellQuote(link), shellQuote(filepath.Join(link, "bin", "go")))
	if err := os.WriteFile(filepath.Join(bin, version), []byte(script), 0o700); err != nil {
		return nil, err
	}
	path := bin
	if old := lookup(env, "PATH"); old != "" {
		path += string(filepath.ListSeparator) + old
	}
	return []string{"PATH=" + path, "GOTOOLCHAIN=" + version}, nil
}

// inCache reports whether the tree at root lies in the module cache.
func inCache(root, cache string) bool {
	return cache != "" && strings.HasPrefix(root, filepath.Clean(cache)+string(filepath.Separator))
}

// lookup returns the value of a variable; of several, the last counts.
func lookup(env []string, name string) (value string) {
	for _, field := range env {
		if v, ok := strings.CutPrefix(field, name+"="); ok {
			value = v
		}
	}
	return value
}

func shellQuote(s string) string {
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
