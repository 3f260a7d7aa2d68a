package worker

import (
	"bytes"
	"reflect"
	"slices"
	"strings"

	"nearmiss/internal/probe"
)

// mostStacked bounds the functions that are told of.
const mostStacked = 64

// frames lists what is on the stacks of the goroutines of the run that are there still, as
// "function file:line", without the worker's own goroutines and the probes' wrappers of what
// go calls, which bear the name of the function that they were inlined into.
func (s *settler) frames() (list []string) {
	stale, own, worker := *s.stale.Load(), goroutine(), []byte(reflect.TypeFor[settler]().PkgPath()+".")
	probes := "/" + reflect.TypeFor[probe.Entry]().PkgPath() + "/"
	s.stacks(func(id uint64, _ string, stack []byte) {
		if id == own || id == s.main || id == s.idle || stale[id] || s.there[id] || bytes.Contains(stack, worker) {
			return
		}
		lines := strings.Split(string(stack), "\n")
		for i := 1; i+1 < len(lines) && len(list) < mostStacked; i += 2 {
			name, place := lines[i], strings.TrimSpace(lines[i+1])
			if strings.HasPrefix(name, "created by ") {
				break
			}
			if end := strings.LastIndexByte(name, '('); end > 0 {
				name = name[:end]
			}
			place, _, _ = strings.Cut(place, " ")
			if f := name + " " + place; !strings.Contains("/"+place, probes) && !slices.Contains(list, f) {
				list = append(list, f)
			}
		}
	})
	return list
}
