// Package survey checks the answers of questionnaires at once.
package survey

import (
	"slices"
	"strings"
	"sync"
)

// Invalid returns the numbers of the answers that are not yes or no, in order.
func Invalid(answers []string) []int {
	var group sync.WaitGroup
	bad := make(chan int, len(answers))
	for i, answer := range answers {
		group.Go(func() {
			switch strings.ToLower(answer) {
			case "yes", "no":
			default:
				bad <- i
			}
		})
	}
	group.Wait()
	close(bad)
	var list []int
	for i := range bad {
		list = append(list, i)
	}
	slices.Sort(list)
	return list
}
