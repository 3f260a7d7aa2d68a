package subject

import (
	"context"
	"errors"
	"go/token"
	"path/filepath"
	"slices"

	"nearmiss/internal/harness"
	"nearmiss/internal/native"
)

// mostMends is how often a worker is built anew without what the compiler refuses. It
// tells of some ten faults at a time.
const mostMends = 8

// Loss is a part of the generated file without which the worker was built.
type Loss struct {
	harness.LeftOut
	Msg string // the compiler's
}

// BuildMost is Build, but what the compiler refuses in the generated file is left out of
// the worker: ways to make or report a value, and entries, which are gone from s.Entries.
// The binary is nil if no entry is left. The error is that of the first build, if no
// worker can be built by leaving things out.
func (s *Set) BuildMost(ctx context.Context, temp string) (*native.Binary, []Loss, error) {
	var lost []Loss
	b, first := s.Build(ctx, temp)
	err := first
	for range mostMends {
		list := s.leaveOut(err)
		if len(list) == 0 {
			break
		}
		lost = append(lost, list...)
		if len(s.Entries) == 0 {
			return nil, lost, nil
		}
		if err = s.encode(); err != nil {
			break
		}
		b, err = s.Build(ctx, temp)
	}
	switch {
	case err == nil:
		return b, lost, nil
	case ctx.Err() != nil:
		return nil, nil, err
	}
	return nil, nil, first
}

// leaveOut leaves out what an error of the build is about: nothing, if that is not in the
// generated file.
func (s *Set) leaveOut(err error) (lost []Loss) {
	var failed *native.BuildError
	if !errors.As(err, &failed) {
		return nil
	}
	var at []token.Position
	var msgs []string
	for _, f := range failed.Faults {
		if filepath.Base(f.Pos.Filename) == harness.FileName {
			at, msgs = append(at, f.Pos), append(msgs, f.Msg)
		}
	}
	for _, l := range s.opts.Coder.LeaveOut(s.Entries, s.Codec, at) {
		lost = append(lost, Loss{l, msgs[l.Fault]})
		if l.Fn != nil {
			s.drop(l.Fn)
		}
	}
	return lost
}

// drop removes an entry. With the first instance of a generic function go the others,
// which are searched after it.
func (s *Set) drop(fn *harness.Fn) {
	first := slices.IndexFunc(s.Entries, func(f *harness.Fn) bool { return f.Obj == fn.Obj })
	whole := first >= 0 && s.Entries[first] == fn
	s.Entries = slices.DeleteFunc(slices.Clone(s.Entries), func(f *harness.Fn) bool { return f == fn || whole && f.Obj == fn.Obj })
}
