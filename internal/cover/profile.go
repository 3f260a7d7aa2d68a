package cover

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"nearmiss/internal/testcheck"
)

// profile returns the coverage profile of the tests of all packages in the format of go test
// -coverprofile. It returns nil without Options.Profile.
func (s *session) profile(ctx context.Context) ([]byte, error) {
	if !s.opt.Profile {
		return nil, nil
	}
	ctx, cancel := testcheck.WithDeadline(ctx, s.latest())
	defer cancel()
	var out bytes.Buffer
	var errs []error
	out.WriteString("mode: set\n")
	for _, u := range s.units {
		lines, err := s.profileOf(ctx, u)
		if errors.Is(err, context.DeadlineExceeded) {
			err = errors.New("there was no time left for the cover profile")
		}
		if err != nil && !u.gaveUp { // a package that was given up may have no tests at all
			errs = append(errs, fmt.Errorf("%s: %w", u.pkg.ImportPath, err))
		}
		out.Write(lines)
	}
	return out.Bytes(), errors.Join(errs...)
}

// profileOf returns the coverage profile of one package. A package without tests gets its
// profile from an empty test binary.
func (s *session) profileOf(ctx context.Context, u *unit) ([]byte, error) {
	suite := u.suite
	if suite == nil {
		prepared, err := s.printer(u)
		if err != nil {
			return nil, err
		}
		suite = prepared.Stub()
	}
	return testcheck.Profile(ctx, suite, s.verifyOptions(u))
}
