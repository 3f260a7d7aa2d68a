package load

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// linkToolchain makes a toolchain in the module cache usable with overlays, which
// the go command refuses for files in the module cache. It makes a symbolic link
// in dir to the Go tree at root, and returns environment variables with which the
// go command uses the tree by the link.
//
// If the go command in PATH belongs to this tree, it suffices to set GOROOT.
// Otherwise the command in PATH switches to the version in GOTOOLCHAIN. It
// searches for this version in PATH before the module cache, and drops GOROOT. So
// linkToolchain writes a script with the name of the version that sets GOROOT, and
// adds it to PATH.
func linkToolchain(ctx context.Context, dir, root, version string, env []string) ([]string, error) {
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
	// A link to the go command would not work: the command resolves links to find
	// its tree.
	script := fmt.Sprintf("#!/bin/sh\nGOROOT=%s\nexport GOROOT\nexec %s \"$@\"\n",
		shellQuote(link), shellQuote(filepath.Join(link, "bin", "go")))
	if err := os.WriteFile(filepath.Join(bin, version), []byte(script), 0o700); err != nil {
		return nil, err
	}
	path := bin
	if old := lookupEnv(env, "PATH"); old != "" {
		path += string(filepath.ListSeparator) + old
	}
	return []string{"PATH=" + path, "GOTOOLCHAIN=" + version}, nil
}

// inCache reports whether the Go tree at root is in the module cache.
func inCache(root, cache string) bool {
	return cache != "" && strings.HasPrefix(root, filepath.Clean(cache)+string(filepath.Separator))
}

// lookupEnv returns the value of a variable. If env has it several times, the last
// one counts.
func lookupEnv(env []string, name string) (value string) {
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
