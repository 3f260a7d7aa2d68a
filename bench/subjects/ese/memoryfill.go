package ese

// cells is the size of MemoryFill's buffer.
const cells = 16

// MemoryFill copies the numbers that are not zero into a buffer of 16 cells. A
// list that fits is copied as it is.
//
// The worst list is longer than the buffer and has no zero: the program goes
// on counting down when the buffer is full. Lists that fit say nothing of it.
func MemoryFill(list []int) [cells]int {
	var memory [cells]int
	free := cells
	if len(list) <= free {
		//lint:ignore S1001 each assignment is a statement that counts
		for i, v := range list {
			memory[i] = v
		}
		return memory
	}
	for _, v := range list {
		if v != 0 {
			free--
			if free >= 0 {
				memory[free] = v
			}
		}
	}
	return memory
}
