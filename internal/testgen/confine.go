package testgen

import (
	"cmp"
	"context"
	"io"
	"os"
	"runtime"

	"nearmiss/internal/sandbox"
)

// mostMemory is what emitted tests may have. Their inputs have run in a worker
// with a quarter of it; the race detector takes several times as much.
const mostMemory = 4 << 30

// vary makes a binary another file that does the same: every run is one of another
// build, as far as the program can tell. Package protobuf, to name one, words its errors
// by a hash of the binary that it is part of, so that no test relies on them. What lies
// behind the end of an ELF file is not loaded; other systems may have signed theirs. A
// binary that cannot be changed runs as it is.
func vary(binary string) {
	if info, err := os.Stat(binary); err == nil && runtime.GOOS == "linux" {
		_ = os.Truncate(binary, info.Size()+1)
	}
}

// confined runs the compiled tests in a directory, with the rights that are
// left to them. They have an empty directory to write in, which goes with
// what they have left there.
func (r *runner) confined(ctx context.Context, out io.Writer, dir string, set setting, args []string) (bool, error) {
	own, err := os.MkdirTemp(r.temp, "run-")
	if err != nil {
		return false, &RunError{Package: r.suite.Pkg.ImportPath, Msg: err.Error()}
	}
	defer sandbox.Remove(own)
	return r.confinedTo(ctx, out, dir, own, set, args)
}

// confinedTo runs them with a directory to write in that is the caller's.
func (r *runner) confinedTo(ctx context.Context, out io.Writer, dir, own string, set setting, args []string) (ok bool, err error) {
	binary, launch := cmp.Or(set.binary, r.binary), r.opts.Launch
	if set.launch != nil {
		launch = set.launch
	}
	vary(binary)
	cmd := r.prepare(ctx, out, dir, binary, args...)
	if cmd.Env, err = set.environ(cmd.Env, own, variables(r.suite.Pkg)); err != nil {
		return false, &RunError{Package: r.suite.Pkg.ImportPath, Msg: err.Error()}
	}
	if launch == nil {
		return r.finish(ctx, cmd.Run())
	}
	cmd.Env = append(cmd.Env, "TMPDIR="+own)
	begin := func() {}
	if set.foreign && r.opts.Foreign != nil {
		w, err := r.opts.Foreign(cmd, own)
		if err != nil {
			return false, &RunError{Package: r.suite.Pkg.ImportPath, Msg: err.Error()}
		}
		defer w.Close()
		begin = w.Begin
	} else if err := launch(cmd, own); err != nil {
		return false, &RunError{Package: r.suite.Pkg.ImportPath, Msg: err.Error()}
	}
	if err := cmd.Start(); err != nil {
		return r.finish(ctx, err)
	}
	begin()
	done := make(chan struct{})
	go sandbox.Guard{Dir: own, Pid: cmd.Process.Pid, Memory: mostMemory}.Watch(done, func(sandbox.Excess) { killGroup(cmd.Process) })
	err = cmd.Wait()
	close(done)
	return r.finish(ctx, err)
}
