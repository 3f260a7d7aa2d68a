package rerun

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// The tests run at other times in a binary whose package time adds seconds to its clock.

// shiftVariable names the environment variable that says how many seconds.
const shiftVariable = "RERUN_SHIFT"

// shifts are the times at which the tests run, after now: ago, the days of a week, a month, a year, ten years; in hours.
var shifts = []time.Duration{-400 * 24, 1 * 24, 2 * 24, 3 * 24, 4 * 24, 5 * 24, 6 * 24, 31 * 24, 400 * 24, 3653 * 24, 1, 7, 13}

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
func (t *tests) overlay(ctx context.Context) (string, error) {
	root, err := t.place.Go(ctx, nil, "env", "GOROOT")
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
	shifted, list := filepath.Join(t.dir, "time.go"), filepath.Join(t.dir, "overlay.json")
	data, err := json.Marshal(map[string]map[string]string{"Replace": {source: shifted}})
	if err != nil {
		return "", err
	}
	return list, errors.Join(os.WriteFile(shifted, append(text, clockCode...), 0o666), os.WriteFile(list, data, 0o666))
}

// otherTimes runs the tests at other times.
func (t *tests) otherTimes(ctx context.Context) error {
	list, err := t.overlay(ctx)
	if err != nil {
		return err
	}
	if out, err := t.place.Go(ctx, nil, "test", "-c", "-overlay", list, "-o", t.binary, "."); err != nil {
		return errors.New("no tests with another clock: " + out + err.Error())
	}
	for _, hours := range shifts {
		d := hours * time.Hour
		t.start(ctx, "in "+d.String(), []string{shiftVariable + "=" + strconv.Itoa(int(d.Seconds()))})
	}
	return nil
}
