package worker

import (
	"bytes"
	"reflect"
	"slices"
	"strings"

	"nearmiss/internal/probe"
)

// maxStackFunctions bounds the number of functions in a report.
const maxStackFunctions = 64

// leftFunctions lists the functions on the stacks of the goroutines that the run left behind, as
// "function file:line". It leaves out the worker's own goroutines, and the probes' wrappers of
// go statements, which have the name of the function that they were inlined into.
func (s *joiner) leftFunctions() (list []string) {
	stale, self, worker := *s.stale.Load(), goroutineID(), []byte(reflect.TypeFor[joiner]().PkgPath()+".")
	probes := "/" + reflect.TypeFor[probe.Entry]().PkgPath() + "/"
	s.eachStack(func(id uint64, _ string, stack []byte) {
		if id == self || id == s.searchGoroutine || id == s.idleRunner || stale[id] || s.presentBefore[id] || bytes.Contains(stack, worker) {
			return
		}
		lines := strings.Split(string(stack), "\n")
		for i := 1; i+1 < len(lines) && len(list) < maxStackFunctions; i += 2 {
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
