package testgen

import (
	"context"
	"path/filepath"
	"strings"
)

// What is run beside the package's own tests is built without the race detector. The
// go command compiles and links one package mostly on one processor, so this build
// goes on while that with the race detector does.

// otherBuild is a build of the tests in the background.
type otherBuild struct {
	binary, text string
	ok           bool
	err          error
	cancel       context.CancelFunc
	done         chan struct{}
}

// buildOther begins to build the suite without the race detector, if it is going to be
// run so. Where the bridge would have most of the standard library compiled again, what
// has the race detector will do.
func (v *verifier) buildOther(ctx context.Context, s *Suite) {
	v.other = nil
	if !v.report.Race || v.last || s.prepared.external || v.opts.Beside == nil || v.own().why != "" || !v.accompanied() {
		return
	}
	if limit, clocked := v.spare(); clocked && limit < v.built {
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	b := &otherBuild{binary: filepath.Join(v.temp, "beside.test"), cancel: cancel, done: make(chan struct{})}
	v.other = b
	go func() {
		defer close(b.done)
		b.text, b.ok, b.err = v.compileTo(ctx, b.binary, false, false)
	}()
}

// endOther ends the build if it is still going on.
func (v *verifier) endOther() {
	if v.other != nil {
		v.other.cancel()
		<-v.other.done
	}
}

// besideBinary awaits the build of what is run beside the package's own tests, or
// returns why there is none. Where there is no time for it, what has the race detector
// is run.
func (v *verifier) besideBinary(ctx context.Context) (binary, why string) {
	b := v.other
	if b == nil {
		return v.binary, ""
	}
	if limit, clocked := v.spare(); clocked {
		timed, cancel := context.WithTimeout(ctx, max(limit, 0)/besideBuild)
		defer cancel()
		ctx = timed
	}
	defer v.timed()()
	defer v.step("built them without the race detector")()
	select {
	case <-b.done:
	case <-ctx.Done():
		v.endOther()
	}
	switch {
	case b.err != nil:
		return v.binary, ""
	case !b.ok:
		v.opts.Log("without the race detector: %s", strings.TrimSpace(b.text))
		return "", aloneBuild
	}
	return b.binary, ""
}
