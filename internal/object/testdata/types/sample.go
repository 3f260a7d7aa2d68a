package types

// Sample is the sample class of the paper: b is not negative.
type Sample struct {
	a, b []int
}

// NewSample panics if an element of b is negative.
func NewSample(a [5]int, b [10]int) *Sample {
	for _, x := range b {
		if x < 0 {
			panic("negative")
		}
	}
	return &Sample{a[:], b[:]}
}

// Run says whether all of a are large.
func (s *Sample) Run() string {
	k, flag := 0, true
	for i := 0; i < len(s.a); i++ {
		if s.a[i] > i*1000 {
			for j := 0; j < len(s.b); j++ {
				if s.b[j] < -s.a[i] { // never, through calls
					k = 1
				}
			}
		} else {
			flag = false
		}
	}
	if k != 0 {
		panic("assertion")
	}
	if flag {
		return "Yes"
	}
	return ""
}
