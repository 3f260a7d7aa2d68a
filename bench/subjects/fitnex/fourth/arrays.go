package fourth

import "slices"

// Stats wants seven numbers from 0 to 100 with the mean 8, the median 5 and 20
// between the least and the greatest.
func Stats(list []int) bool {
	if len(list) != 7 {
		return false
	}
	sum := 0
	for _, v := range list {
		if v < 0 || v > 100 {
			return false
		}
		sum += v
	}
	sorted := slices.Clone(list)
	slices.Sort(sorted)
	if sorted[6]-sorted[0] != 20 {
		return false
	}
	if sorted[3] != 5 {
		return false
	}
	if sum == 8*len(list) {
		return true // target
	}
	return false
}

// Heap wants ten numbers or more, each less than the two that it leads to, of which
// the last is less than the second.
func Heap(list []int) bool {
	if len(list) < 10 {
		return false
	}
	for i := 1; i < len(list); i++ {
		parent := (i - 1) / 2
		if list[parent] >= list[i] {
			return false
		}
	}
	if list[len(list)-1] < list[1] {
		return true // target
	}
	return false
}

// Rain fills the hollows of a landscape, and wants three ponds that hold 12.
func Rain(heights []int) bool {
	if len(heights) > 12 {
		return false
	}
	level := make([]int, len(heights))
	highest := 0
	for i, h := range heights {
		if h < 0 || h > 9 {
			return false
		}
		highest = max(highest, h)
		level[i] = highest
	}
	water, ponds := 0, 0
	wet := false
	highest = 0
	for i := len(heights) - 1; i >= 0; i-- {
		highest = max(highest, heights[i])
		depth := min(level[i], highest) - heights[i]
		if depth > 0 && !wet {
			ponds++
		}
		wet = depth > 0
		water += depth
	}
	if ponds != 3 {
		return false
	}
	if water == 12 {
		return true // target
	}
	return false
}

// Cycles wants nine people, each of whom gives a present to another and gets one, in
// three rings of two, three and four.
func Cycles(gives []int) bool {
	if len(gives) != 9 {
		return false
	}
	got := make([]bool, len(gives))
	for _, to := range gives {
		if to < 0 || to >= len(gives) {
			return false
		}
		if got[to] {
			return false
		}
		got[to] = true
	}
	seen := make([]bool, len(gives))
	rings, longest := 0, 0
	for begin := range gives {
		length := 0
		for at := begin; !seen[at]; at = gives[at] {
			seen[at] = true
			length++
		}
		if length == 1 {
			return false
		}
		if length > 0 {
			rings++
		}
		longest = max(longest, length)
	}
	if rings != 3 {
		return false
	}
	if longest == 4 {
		return true // target
	}
	return false
}
