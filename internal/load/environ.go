package load

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// Environ returns env with a GOFLAGS that says which files and which modules
// make up a package, and nothing else. What else GOFLAGS may hold is meant
// for other commands: -cover and -race change the sources or what they run
// on, -json, -n and -v what go list and go test print, -run what is tested.
// Settings of go env -w count as well.
//
// What is built must be able to run here: another system or machine in GOOS
// and GOARCH is an error.
//
// An -overlay is taken out too, because its paths depend on where a command
// runs, and returned as absolute paths.
//
// A Go tree that the go command downloaded into the module cache is reached
// through a link in temp, a directory that lasts as long as the environment is
// used: nothing in the module cache can be overlaid.
func Environ(ctx context.Context, dir, temp string, env []string) (settled []string, overlay map[string]string, err error) {
	cmd := exec.CommandContext(ctx, "go", "env", "-json",
		"GOFLAGS", "GOOS", "GOARCH", "GOHOSTOS", "GOHOSTARCH", "GOROOT", "GOVERSION", "GOMODCACHE")
	cmd.Dir, cmd.Env = dir, env
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return nil, nil, errors.New("the go command is not in PATH: nearmiss loads, builds and tests packages with it")
	case err != nil && strings.TrimSpace(said.String()) == "":
		return nil, nil, fmt.Errorf("cannot run the go command: %w", err)
	case err != nil:
		return nil, nil, goCommandError(said.String())
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
	settled = append(env[:len(env):len(env)], "GOFLAGS="+strings.Join(fields, " "))
	if inCache(v.GOROOT, v.GOMODCACHE) {
		more, err := resettle(ctx, temp, v.GOROOT, v.GOVERSION, settled)
		if err != nil {
			return nil, nil, fmt.Errorf("cannot make a place for the toolchain %s: %w", v.GOVERSION, err)
		}
		settled = append(settled, more...)
	}
	return settled, overlay, nil
}

// kept are the flags that decide which files and modules make up a package.
var kept = map[string]bool{
	"tags": true, "mod": true, "modfile": true, "modcacherw": true, "overlay": true,
	"compiler": true, "installsuffix": true, "toolexec": true, "trimpath": true, "p": true,
}

// KeepFlags returns the fields of GOFLAGS that Environ keeps, as they are
// written, with their quotes.
func KeepFlags(goflags string) []string {
	fields := []string{"-buildvcs=false"} // a broken repository is no reason not to build
	for _, field := range SplitFlags(goflags) {
		if name, _ := FlagName(field); kept[name] {
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

// SplitFlags splits GOFLAGS at spaces, but for those within a field that is
// quoted as a whole. The fields keep their quotes.
func SplitFlags(s string) (fields []string) {
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

// goCommandError is one sentence of what the go command wrote.
func goCommandError(text string) error {
	return errors.New("the go command refuses: " + strings.TrimPrefix(advise(text), "go: "))
}
