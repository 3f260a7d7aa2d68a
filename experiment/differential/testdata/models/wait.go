package models

// Never waits for what can never come, or nearly.
func Never(how uint8, n int8) (sum int) {
	defer func() { recover() }()
	var none chan int
	one := make(chan int, 1)
	if n > 3 {
		none = make(chan int, 1)
	}
	switch how % 8 {
	case 0:
		none <- sum
	case 1:
		sum = <-none
	case 2:
		for v := range none {
			sum += v
		}
	case 3:
		select {}
	case 4:
		select {
		case none <- 1:
			sum++
		case sum = <-none:
		}
	case 5:
		select {
		case none <- 2:
		default:
			one <- 1
		}
		sum = <-one
	case 6:
		select {
		case sum = <-none:
		case one <- 4:
			sum = <-one
		}
	case 7:
		one <- int(n)
		sum = <-one + <-none
	}
	return sum + 1
}
