package fuzzing

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"nearmiss/experiment/place"
)

// A Fault is what Crash looks for.
type Fault struct {
	Func    string        // exported function, or Type.Method
	File    string        // base name of the file of the innermost frame in the package's directory; empty if the call does not end
	Line    int           // 0 for any of the file
	Memory  int           // address space in kilobytes
	Endless time.Duration // a call that lasts longer does not end
}

// guard lets the fault alone through: a panic whose innermost frame in the directory is the given one, or a call that does
// not end.
func (f *Fault) guard(dir string) guard {
	if f.File == "" {
		return guard{
			fmt.Sprintf(`defer func() { recover() }()
		timer := zztime.AfterFunc(%d, func() { panic("the call does not end") })
		defer timer.Stop()`, f.Endless),
			map[string]string{"time": "zztime"},
		}
	}
	at := fmt.Sprintf(`zzstrings.HasPrefix(at, %q)`, f.File+":")
	if f.Line > 0 {
		at = fmt.Sprintf("zzstrings.Fields(at)[0] == %q", fmt.Sprintf("%s:%d", f.File, f.Line))
	}
	return guard{
		fmt.Sprintf(`defer func() {
			if r := recover(); r != nil {
				stack := string(zzdebug.Stack())
				stack = stack[zzstrings.LastIndex(stack, "\npanic("):]
				if _, at, _ := zzstrings.Cut(stack, %q); at != "" && %s {
					panic(r)
				}
			}
		}()`, "\t"+dir+"/", at),
		map[string]string{"strings": "zzstrings", "runtime/debug": "zzdebug"},
	}
}

// Crash runs go test -fuzz on one function of a package, with a harness that lets nothing but the fault through. It returns
// whether the fuzzer has found the fault, and how long it ran, 0 if there is no harness of the function. The package is left without tests.
func Crash(ctx context.Context, p *place.Place, f *Fault, limit time.Duration) (found bool, took time.Duration, err error) {
	defer func() { err = errors.Join(err, Clear(p)) }()
	name := "Fuzz" + strings.ReplaceAll(f.Func, ".", "_")
	bin, names, err := build(ctx, p, name, f.guard(p.Dir))
	if err != nil || len(names) == 0 {
		return false, 0, err
	}
	defer os.RemoveAll(filepath.Dir(bin))
	bounded, cancel := context.WithTimeout(ctx, limit+30*time.Second)
	defer cancel()
	start := time.Now()
	cmd := place.Command(bounded, p.Dir, nil, "sh", "-c", fmt.Sprintf("ulimit -v %d; exec \"$0\" \"$@\"", f.Memory), bin, "-test.run=^$",
		"-test.fuzz=^"+name+"$", "-test.fuzztime="+limit.String(), "-test.fuzzminimizetime=0", "-test.fuzzcachedir="+corpusOf(p), "-test.parallel=1")
	said, err := cmd.CombinedOutput()
	took = time.Since(start)
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return false, 0, ctx.Err()
	case errors.As(err, &exit):
		failed := strings.Contains(string(said), "Failing input written") || strings.Contains(string(said), "testing seed corpus entry")
		return failed, took, nil
	}
	return false, took, err
}
