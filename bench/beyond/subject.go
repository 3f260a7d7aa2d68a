package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"nearmiss/bench/subjects/ese/manual"
)

// A subject is a function to measure.
type subject struct {
	fn    string // as worst.Options.Func has it
	name  string
	group string
	cost  string
	fixed map[string]int  // sizes of single parameters
	size  func(n int) int // the nearest at which an input is whole; nil: any is
}

// papers lists the programs of the two papers.
func papers() (list []subject) {
	for _, s := range manual.Subjects() {
		list = append(list, subject{
			fn: "nearmiss/bench/subjects/ese." + s.Func, name: s.Func, group: "Aquino et al.", cost: "statements",
			fixed: maps.Clone(s.Fixed), size: s.Size,
		})
	}
	for _, name := range []string{"Align", "InsertionSort", "Enqueue", "BuildTree", "FindBlind", "Tour", "ShortestPath"} {
		s := subject{fn: "nearmiss/bench/subjects/pyse." + name, name: name, group: "Koo et al.", cost: "decisions"}
		switch name {
		case "Tour":
			s.size = nearest(func(cities int) int { return cities * (cities - 1) / 2 })
		case "ShortestPath":
			s.size = nearest(func(cities int) int { return cities * (cities - 1) })
		}
		list = append(list, s)
	}
	return list
}

// nearest is the value of a growing function that is nearest to a number; of two the lesser.
func nearest(f func(int) int) func(n int) int {
	return func(n int) int {
		k := 1
		for f(k+1)-n < n-f(k) {
			k++
		}
		return f(k)
	}
}

// wanted reports whether -cells names a subject at a size.
func (c *config) wanted(s subject, size int) bool {
	return c.only == "" || slices.ContainsFunc(strings.Split(c.only, ","), func(want string) bool {
		return want == s.name || want == fmt.Sprintf("%s/%d", s.name, size)
	})
}
