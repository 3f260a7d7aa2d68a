package native

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"nearmiss/internal/load"
)

// A goTool is a go command with the settings for the package under test.
type goTool struct {
	path  string   // of the go command
	dir   string   // working directory of the command
	env   []string // environment, with filtered GOFLAGS
	root  string   // GOROOT
	cache string   // GOMODCACHE
	mod   string   // GOMOD: path of the main module's go.mod, empty outside modules
	work  string   // GOWORK: path of the go.work file, empty outside workspaces
	flags []string // GOFLAGS, filtered
}

// newGoTool returns the go command for a package. For a package of the
// standard library, it is the command of the same Go tree. It then runs in
// scratch, outside of all modules, to be independent of the user's module.
func newGoTool(ctx context.Context, pkg *load.Package, env []string, scratch string) (*goTool, error) {
	if pkg.Std {
		return goToolAt(ctx, pkg, scratch, env)
	}
	return goToolAt(ctx, pkg, pkg.Dir, env)
}

// goToolAt is newGoTool for a go command that runs in dir.
func goToolAt(ctx context.Context, pkg *load.Package, dir string, env []string) (*goTool, error) {
	tool := &goTool{path: "go", dir: dir, env: slices.Clone(load.ForCompiler(env))}
	if pkg.Std {
		tool.env = append(tool.env, "GOWORK=off", "GO111MODULE=", "GOTOOLCHAIN=local")
		root := strings.TrimSuffix(pkg.Dir, filepath.FromSlash("/src/"+pkg.ImportPath))
		own := filepath.Join(root, "bin", "go")
		if _, err := os.Stat(own); err == nil {
			tool.path = own
			tool.env = append(tool.env, "GOROOT="+root)
		}
	}
	out, err := tool.run(ctx, "env", "-json", "GOROOT", "GOMODCACHE", "GOMOD", "GOWORK", "GOFLAGS")
	if err != nil {
		return nil, err
	}
	var v struct{ GOROOT, GOMODCACHE, GOMOD, GOWORK, GOFLAGS string }
	if err := json.Unmarshal(out, &v); err != nil {
		return nil, fmt.Errorf("cannot read the settings of the go command: %w", err)
	}
	tool.root, tool.cache, tool.mod, tool.work = v.GOROOT, v.GOMODCACHE, v.GOMOD, v.GOWORK
	if tool.mod == os.DevNull {
		tool.mod = ""
	}
	if tool.work == "off" {
		tool.work = ""
	}
	tool.flags = filterFlags(v.GOFLAGS, pkg.Std)
	tool.env = append(tool.env, "GOFLAGS="+strings.Join(tool.flags, " "))
	return tool, nil
}

// filterFlags returns the flags of GOFLAGS for the build of the worker, without
// the overlay, in place of which the build has one of its own. For a package of
// the standard library, it drops the module flags, which the go command refuses
// outside modules.
func filterFlags(goflags string, std bool) []string {
	dropped := []string{"overlay"}
	if std {
		dropped = append(dropped, "mod", "modfile", "modcacherw")
	}
	return slices.DeleteFunc(load.KeepFlags(goflags), func(field string) bool {
		name, _ := load.FlagName(field)
		return slices.Contains(dropped, name)
	})
}

// run runs the go command and returns its standard output. If the command
// fails, the error is a *goError with its standard error.
func (t *goTool) run(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, t.path, args...)
	cmd.Dir = t.dir
	cmd.Env = append(append([]string(nil), t.env...), "PWD="+t.dir)
	cmd.SysProcAttr = GroupAttr()
	cmd.Cancel = func() error { return interruptGroup(cmd.Process.Pid) }
	cmd.WaitDelay = 2 * time.Second
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	err := cmd.Run()
	if cmd.Process != nil && ctx.Err() != nil {
		KillGroup(cmd.Process.Pid)
	}
	switch {
	case err == nil:
		return out.Bytes(), nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return nil, errors.New("the go command is not in PATH: nearmiss builds its workers with it")
	case errors.Is(err, syscall.ENOSPC):
		return nil, fmt.Errorf("cannot run the go command: %w", err)
	}
	text := msg.String()
	if strings.TrimSpace(text) == "" {
		text = err.Error()
	}
	return nil, &goError{text}
}

// goError is the standard error of a go command that failed.
type goError struct{ text string }

func (e *goError) Error() string { return "go: " + strings.TrimSpace(e.text) }

// vendored returns the directory of the module or workspace that vendors the
// package, and the path of the package relative to the vendor directory. Both
// are empty if the package is not vendored.
func (t *goTool) vendored(pkg *load.Package) (root, rel string) {
	if pkg.Std {
		return "", ""
	}
	for _, file := range []string{t.mod, t.work} {
		if file == "" {
			continue
		}
		root := filepath.Dir(file)
		if rel, ok := relativeBelow(filepath.Join(root, "vendor"), pkg.Dir); ok {
			return root, rel
		}
	}
	return "", ""
}

// mainModule returns the path and directory of the first main module.
func (t *goTool) mainModule(ctx context.Context) (path, dir string, err error) {
	out, err := t.run(ctx, "list", "-m", "-f", "{{if .Main}}{{.Path}}\t{{.Dir}}{{end}}")
	if err != nil {
		return "", "", err
	}
	line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	path, dir, ok := strings.Cut(line, "\t")
	if !ok {
		return "", "", &goError{"no main module around " + t.dir}
	}
	return path, dir, nil
}
