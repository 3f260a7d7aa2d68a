package ese

// Alternate0 does an expensive task for every zero at an even place and every
// other number at an odd place. It returns how often.
//
// The worst list has zeros and other numbers in turn.
func Alternate0(list []int) int {
	done, check := 0, 0
	for i, v := range list {
		if v == 0 {
			check = 1 - i%2
		} else {
			check = i % 2
		}
		if check != 0 {
			done += expensive()
		}
	}
	return done
}

// expensive stands for a task that takes long.
func expensive() int {
	return 1
}
