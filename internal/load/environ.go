package load

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// Environ returns env, for go commands that run in dir, with a filtered GOFLAGS. It
// keeps only the flags that determine the files and modules of a package, including
// those set by go env -w.
// Other flags would break nearmiss: -cover and -race change the sources or the
// runtime, -json, -n and -v change the output of go list and go test, and -run
// selects tests.
//
// The code must run on this machine, so Environ returns an error if GOOS or
// GOARCH name another system or machine. It allows GOARCH=386 on amd64.
//
// Environ also removes the flag -overlay, whose relative paths depend on the
// working directory of a command, and returns the overlay: a map from absolute paths
// to the absolute paths of the files that replace them, "" for a file that it hides.
//
// If the go command uses a toolchain in the module cache, whose files cannot be
// overlaid, the returned environment refers to the toolchain by a symbolic link in
// the directory temp. temp must exist as long as the environment is used.
func Environ(ctx context.Context, dir, temp string, env []string) (result []string, overlay map[string]string, err error) {
	cmd := exec.CommandContext(ctx, "go", "env", "-json",
		"GOFLAGS", "GOOS", "GOARCH", "GOHOSTOS", "GOHOSTARCH", "GOROOT", "GOVERSION", "GOMODCACHE")
	cmd.Dir, cmd.Env = dir, env
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return nil, nil, errors.New("the go command is not in PATH: nearmiss loads, builds and tests packages with it")
	case err != nil && strings.TrimSpace(stderr.String()) == "":
		return nil, nil, fmt.Errorf("cannot run the go command: %w", err)
	case err != nil:
		return nil, nil, goCommandError(stderr.String())
	}
	var v struct{ GOFLAGS, GOOS, GOARCH, GOHOSTOS, GOHOSTARCH, GOROOT, GOVERSION, GOMODCACHE string }
	if err := json.Unmarshal(out, &v); err != nil {
		return nil, nil, fmt.Errorf("cannot read the settings of the go command: %w", err)
	}
	if v.GOOS != v.GOHOSTOS || v.GOARCH != v.GOHOSTARCH && (v.GOHOSTARCH != "amd64" || v.GOARCH != "386") {
		return nil, nil, fmt.Errorf("GOOS=%s GOARCH=%s: the code has to run here, on %s/%s; unset GOOS and GOARCH, or run nearmiss there",
			v.GOOS, v.GOARCH, v.GOHOSTOS, v.GOHOSTARCH)
	}
	var fields []string
	for _, field := range KeepFlags(v.GOFLAGS) {
		name, value := FlagName(field)
		if name != "overlay" {
			fields = append(fields, field)
			continue
		}
		if overlay, err = readOverlay(value, dir); err != nil {
			return nil, nil, err
		}
	}
	result = append(env[:len(env):len(env)], "GOFLAGS="+strings.Join(fields, " "))
	if inCache(v.GOROOT, v.GOMODCACHE) {
		more, err := linkToolchain(ctx, temp, v.GOROOT, v.GOVERSION, result)
		if err != nil {
			return nil, nil, fmt.Errorf("cannot make a place for the toolchain %s: %w", v.GOVERSION, err)
		}
		result = append(result, more...)
	}
	return result, overlay, nil
}

// keptFlags are the names of the flags that determine the files and modules of a
// package, and of those that change neither its behavior nor what commands print.
var keptFlags = map[string]bool{
	"tags": true, "mod": true, "modfile": true, "modcacherw": true, "overlay": true,
	"compiler": true, "installsuffix": true, "toolexec": true, "trimpath": true, "p": true,
}

// KeepFlags returns the fields of GOFLAGS that Environ keeps, including their
// quotes, and -buildvcs=false.
func KeepFlags(goflags string) []string {
	fields := []string{"-buildvcs=false"} // do not fail because of a broken repository
	for _, field := range splitFlags(goflags) {
		if name, _ := FlagName(field); keptFlags[name] {
			fields = append(fields, field)
		}
	}
	return fields
}

// FlagName returns the name and the value of a field of GOFLAGS.
func FlagName(field string) (name, value string) {
	name, value, _ = strings.Cut(strings.TrimLeft(strings.Trim(field, `'"`), "-"), "=")
	return name, value
}

// splitFlags splits GOFLAGS at spaces. A field in quotes may contain spaces, and
// keeps its quotes.
func splitFlags(s string) (fields []string) {
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		end := strings.IndexAny(s, " \t\n\r")
		if s[0] == '\'' || s[0] == '"' {
			if end = strings.IndexByte(s[1:], s[0]); end >= 0 {
				end += 2
			}
		}
		if end < 0 {
			end = len(s)
		}
		fields = append(fields, s[:end])
		s = s[end:]
	}
	return fields
}

// goCommandError returns an error for the output of a failed go command.
func goCommandError(text string) error {
	return errors.New("the go command refuses: " + strings.TrimPrefix(explainGoError(text), "go: "))
}

// ForCompiler returns an environment of the go command, nil for that of this process, in which the
// compiler collects garbage half as often. Compiling the worker of go-redis took 15.2 instead of 20.2
// seconds of a processor, and 900 instead of 750 MB. A setting of the user stays.
func ForCompiler(env []string) []string {
	if env == nil {
		env = os.Environ()
	}
	if slices.ContainsFunc(env, func(e string) bool { return strings.HasPrefix(e, "GOGC=") }) {
		return env
	}
	return append(slices.Clip(env), "GOGC=200")
}
