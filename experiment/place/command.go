package place

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// Command returns a command that runs in a directory, with env besides the environment. The end of ctx interrupts it, and
// ten seconds later kills it.
func Command(ctx context.Context, dir string, env []string, command ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	return cmd
}

// Run runs such a command, and returns what it prints to standard output. The error has the end of what it said.
func Run(ctx context.Context, dir string, env []string, command ...string) (string, error) {
	cmd := Command(ctx, dir, env, command...)
	var out, said strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &said
	err := cmd.Run()
	if err != nil {
		err = fmt.Errorf("%s: %w\n%s", strings.Join(command, " "), cmp.Or(ctx.Err(), err), Tail(cmp.Or(strings.TrimSpace(said.String()), out.String())))
	}
	return out.String(), err
}

// Tail returns the end of a long text.
func Tail(s string) string {
	const most = 2000
	if s = strings.TrimSpace(s); len(s) > most {
		return "…" + s[len(s)-most:]
	}
	return s
}

// Nearmiss returns the nearmiss command that rev names: a file, or a revision of the repository at root, whose command is
// built in dir. Without a name it is that of the sources at root.
func Nearmiss(ctx context.Context, root, dir, rev string) (string, error) {
	if info, err := os.Stat(rev); err == nil && info.Mode().IsRegular() {
		return filepath.Abs(rev)
	}
	home, err := os.MkdirTemp(dir, "command-")
	if err != nil {
		return "", err
	}
	tool := filepath.Join(home, "nearmiss")
	if rev != "" {
		archive := filepath.Join(home, "sources.tar")
		if _, err := Run(ctx, root, nil, "git", "archive", "-o", archive, rev); err != nil {
			return "", fmt.Errorf("the command of %s: %w", rev, err)
		}
		if _, err := Run(ctx, home, nil, "tar", "-xf", archive); err != nil {
			return "", err
		}
		root = home
	}
	_, err = Run(ctx, root, nil, "go", "build", "-o", tool, "nearmiss/cmd/nearmiss")
	return tool, err
}

// Tool returns a command of another project, which is built once for all under the user's cache.
func Tool(ctx context.Context, module, command, version string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	name := path.Base(command)
	bin := filepath.Join(cache, "nearmiss", name+"-"+version, name)
	if _, err := os.Stat(bin); err == nil {
		return bin, nil
	}
	home, err := os.MkdirTemp("", "tool-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(home)
	// Only the version that go.mod requires is asked for, as by go install.
	mod := "module tools\n\nrequire " + module + " " + version + "\n"
	if err := os.WriteFile(filepath.Join(home, "go.mod"), []byte(mod), 0o666); err != nil {
		return "", err
	}
	if _, err := Run(ctx, home, []string{"GOFLAGS=", "GOWORK=off"}, "go", "build", "-mod=mod", "-o", bin, command); err != nil {
		return "", fmt.Errorf("cannot build %s: %w", name, err)
	}
	return bin, nil
}
