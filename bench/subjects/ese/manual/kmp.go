package manual

import "nearmiss/input"

// AlmostMatching is the pattern 0 0 1 and a text of n zeros: from the third
// on, each of them ends a match of two, which fails at the third and goes on
// with one.
func AlmostMatching(n int) (text, pattern []int) {
	return make([]int, n), []int{0, 0, 1}
}

func kmpVector(n int) input.Vector {
	text, pattern := AlmostMatching(n)
	return appendList(appendList(nil, text), pattern)
}

// kmpOptimum is the most statements over all patterns of three numbers and
// all texts. Which numbers of a pattern are equal, and which of the text are
// equal to which of the pattern, decides everything, so that there are five
// patterns and at most four numbers in a text; and what happens at a number of
// the text depends on those before it only by how many are matched. So the
// most that can follow is a function of the numbers left and of those matched.
func kmpOptimum(n int) int {
	most := 0
	for _, pattern := range [][3]int{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}, {0, 1, 2}} {
		borders, cost := preparation(pattern)
		most = max(most, cost+1+search(pattern, borders, n)) // the loop over the text
	}
	return most
}

// preparation returns what bordersOf returns, and the statements of KMP before
// the text is read.
func preparation(pattern [3]int) (borders [3]int, cost int) {
	cost = 3 + 4 // KMP to the loop; bordersOf apart from its rounds
	n := 0
	for i := 1; i < 3; i++ {
		cost += 1 + 3 // head, inner loop, condition, assignment
		for n > 0 && pattern[n] != pattern[i] {
			n = borders[n-1]
			cost += 2
		}
		if pattern[n] == pattern[i] {
			n++
			cost++
		}
		borders[i] = n
	}
	return borders, cost
}

// search returns the most statements that the rounds over a text of n numbers
// take, and the return.
func search(pattern, borders [3]int, n int) int {
	follow := [3]int{1, 1, 1} // by numbers matched: only the return is left
	for range n {
		var most [3]int
		for matched := range most {
			for v := range 4 {
				cost, now := round(pattern, borders, matched, v)
				if now == 3 {
					cost++ // the return
				} else {
					cost += follow[now]
				}
				most[matched] = max(most[matched], cost)
			}
		}
		follow = most
	}
	return follow[0]
}

// round is one round of KMP's loop over the text.
func round(pattern, borders [3]int, matched, v int) (cost, now int) {
	cost = 1 + 3 // head, inner loop, two conditions
	for matched > 0 && pattern[matched] != v {
		matched = borders[matched-1]
		cost += 2
	}
	if pattern[matched] == v {
		matched++
		cost++
	}
	return cost, matched
}
