package pyse

// sequence is what texts are aligned with.
const sequence = "ACG"

// Align returns the score of the best local alignment of the text with a fixed
// sequence, by the algorithm of Smith and Waterman ("Identification of common
// molecular subsequences", 1981). Equal characters score 1; other characters
// one beneath the other, and gaps, score 0, as in localxx of pairwise2.
//
// The scores are numbers on each path: only the comparison of a character with
// one of the sequence depends on the text. So a path has 3n decisions. A
// character takes four ways through three of them and runs into three that are
// impossible, as it equals one character of the sequence at most.
func Align(text []byte) int {
	score := make([][len(sequence) + 1]int, len(text)+1)
	for i, c := range text {
		above, row := &score[i], &score[i+1]
		for j := range len(sequence) {
			best := max(above[j+1], row[j])
			if c == sequence[j] {
				best = max(best, above[j]+1)
			}
			row[j+1] = best
		}
	}
	return score[len(text)][len(sequence)] // no score falls, so the last is the best
}
