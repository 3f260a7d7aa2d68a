package experiment

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"nearmiss/internal/load"
)

// Package loads the one package that is named as for Require. It returns the
// directory in which the package can be named by its import path: user, where
// a module that requires it is made if need be, or the directory here.
func Package(ctx context.Context, user, name string) (pkg *load.Package, dir string, err error) {
	path, err := Require(ctx, user, name)
	if err != nil {
		return nil, "", err
	}
	dir = user
	if path == name {
		dir = "."
	}
	pkgs, err := load.Load(ctx, dir, load.Options{}, path)
	if err != nil {
		return nil, "", err
	}
	if len(pkgs) != 1 {
		return nil, "", fmt.Errorf("names %d packages; name one", len(pkgs))
	}
	return pkgs[0], dir, nil
}

// CommandOf is the nearmiss command that rev names: a file, or a revision of the repository
// at root, whose command is built in dir. Without a name it is that of the sources at root.
func CommandOf(ctx context.Context, root, dir, rev string) (string, error) {
	if rev == "" {
		tool := filepath.Join(dir, "nearmiss")
		_, err := Output(ctx, root, nil, "go", "build", "-o", tool, "nearmiss/cmd/nearmiss")
		return tool, err
	}
	if info, err := os.Stat(rev); err == nil && info.Mode().IsRegular() {
		return filepath.Abs(rev)
	}
	sources, err := os.MkdirTemp(dir, "revision-")
	if err != nil {
		return "", err
	}
	archive, tool := filepath.Join(sources, "sources.tar"), filepath.Join(sources, "old-nearmiss")
	for _, step := range []struct {
		dir     string
		command []string
	}{
		{root, []string{"git", "archive", "-o", archive, rev}},
		{sources, []string{"tar", "-xf", archive}},
		{sources, []string{"go", "build", "-o", tool, "./cmd/nearmiss"}},
	} {
		if _, err := Output(ctx, step.dir, nil, step.command...); err != nil {
			return "", fmt.Errorf("the command of %s: %w", rev, err)
		}
	}
	return tool, nil
}

// Output runs a command in a directory, with env besides the environment, and returns what
// it prints to standard output. An interrupt lets it end by itself. The error has the end of
// what it said.
func Output(ctx context.Context, dir string, env []string, command ...string) (string, error) {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	var out, said strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &said
	err := cmd.Run()
	if err != nil {
		err = fmt.Errorf("%s: %w\n%s", strings.Join(command, " "), cmp.Or(ctx.Err(), err), tail(cmp.Or(strings.TrimSpace(said.String()), out.String())))
	}
	return out.String(), err
}
