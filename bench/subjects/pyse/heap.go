package pyse

// Enqueue puts the numbers of the list into a priority queue, one after the
// other, and returns the queue: a binary heap with the least number at its
// root. A number is compared with those above it, at most ⌊log₂ i⌋ of them if it
// is the i-th.
func Enqueue(list []int) []int {
	queue := make([]int, 0, len(list))
	for _, v := range list {
		queue = append(queue, v)
		siftUp(queue, len(queue)-1)
	}
	return queue
}

// siftUp moves the number at a place up until its parent is not greater.
func siftUp(queue []int, at int) {
	for at > 0 {
		parent := (at - 1) / 2
		if queue[at] >= queue[parent] {
			return
		}
		queue[at], queue[parent] = queue[parent], queue[at]
		at = parent
	}
}
