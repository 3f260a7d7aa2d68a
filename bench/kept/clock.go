package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"nearmiss/bench/internal/experiment"
)

// The tests run at other times: in a binary whose package time adds seconds to its clock.

// shiftVariable names the environment variable that says how many seconds.
const shiftVariable = "KEPT_SHIFT"

// shifts are the times at which the tests run, after now: ago, the days of a week, a year, ten years.
var shifts = func() (list []time.Duration) {
	const day = 24 * time.Hour
	for _, days := range []time.Duration{-400, 1, 2, 3, 4, 5, 6, 31, 400, 3653} {
		list = append(list, days*day)
	}
	return append(list, time.Hour, 7*time.Hour, 13*time.Hour)
}()

// clockCode is added to package time.
const clockCode = `
var shiftOfNow = func() (n int64) {
	text, _ := syscall.Getenv("` + shiftVariable + `")
	negative := len(text) > 0 && text[0] == '-'
	for i := range len(text) {
		if c := text[i]; '0' <= c && c <= '9' {
			n = 10*n + int64(c-'0')
		}
	}
	if negative {
		return -n
	}
	return n
}()
`

// overlay writes an overlay of the standard library whose clock is shifted, and returns its file.
func overlay(ctx context.Context, dir string) (string, error) {
	root, err := experiment.Output(ctx, dir, nil, "go", "env", "GOROOT")
	if err != nil {
		return "", err
	}
	source := filepath.Join(strings.TrimSpace(root), "src", "time", "time.go")
	text, err := os.ReadFile(source)
	if err != nil {
		return "", err
	}
	const now, imports = "func Now() Time {\n\tsec, nsec, mono := runtimeNow()\n", "import (\n"
	if bytes.Count(text, []byte(now)) != 1 || bytes.Count(text, []byte(imports)) != 1 {
		return "", errors.New("time.Now is not as expected")
	}
	text = bytes.Replace(text, []byte(now), []byte(now+"\tsec += shiftOfNow\n"), 1)
	text = bytes.Replace(text, []byte(imports), []byte(imports+"\t\"syscall\"\n"), 1)
	shifted, list := filepath.Join(dir, "time.go"), filepath.Join(dir, "overlay.json")
	data, err := json.Marshal(map[string]map[string]string{"Replace": {source: shifted}})
	if err != nil {
		return "", err
	}
	return list, errors.Join(os.WriteFile(shifted, append(text, clockCode...), 0o666), os.WriteFile(list, data, 0o666))
}

// otherTimes runs the tests at other times.
func (t *tests) otherTimes(ctx context.Context) error {
	list, err := overlay(ctx, t.scratch)
	if err != nil {
		return err
	}
	binary := filepath.Join(t.scratch, "shifted")
	if out, ok := t.gotool(ctx, nil, "test", "-c", "-overlay", list, "-o", binary, "."); !ok {
		return errors.New("no tests with another clock: " + out)
	}
	if _, err := exec.LookPath(binary); err != nil {
		return err
	}
	for _, d := range shifts {
		t.binary(ctx, binary, "in "+d.String(), []string{shiftVariable + "=" + strconv.Itoa(int(d.Seconds()))})
	}
	return ctx.Err()
}
