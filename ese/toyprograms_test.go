package ese

// ToyPalindrome is is_palindrome of Aquino et al. 2020, Listing 1.
func ToyPalindrome(m *ToyMachine) {
	n := m.Len()
	for i := range n {
		m.Cost(1)
		if m.Branch(0, m.Ne(m.Slot(i), m.Slot(n-1-i))) {
			m.Cost(1)
			return
		}
	}
	m.Cost(1)
}

// ToyAlternate is alternate_0, Listing 2.
func ToyAlternate(m *ToyMachine) {
	for i := range m.Len() {
		m.Cost(3)
		check := i % 2
		if m.Branch(0, m.Eq(m.Slot(i), m.Int(0))) {
			check = 1 - i%2
		}
		if check != 0 {
			m.Cost(1)
		}
	}
}

// ToyMemoryFill is memory_fill, Listing 4.
func ToyMemoryFill(m *ToyMachine) {
	m.Cost(3)
	free := 16
	if m.Len() <= free {
		m.Cost(2*uint64(m.Len()) + 1)
		return
	}
	for i := range m.Len() {
		m.Cost(1)
		if m.Branch(0, m.Ne(m.Slot(i), m.Int(0))) {
			m.Cost(2)
			free--
			if free >= 0 {
				m.Cost(1)
			}
		}
	}
}

// ToyInsertionSort sorts by insertion. Its worst case is the falling order.
func ToyInsertionSort(m *ToyMachine) {
	a := make([]int, m.Len())
	for i := range a {
		a[i] = i
		m.Cost(1)
		for k := i; k > 0; k-- {
			if !m.Branch(0, m.Lt(m.Slot(a[k]), m.Slot(a[k-1]))) {
				break
			}
			m.Cost(1)
			a[k], a[k-1] = a[k-1], a[k]
		}
	}
}

// ToyMergeSort sorts by merging from the top down.
func ToyMergeSort(m *ToyMachine) {
	a := make([]int, m.Len())
	for i := range a {
		a[i] = i
	}
	mergeSort(m, a)
}

func mergeSort(m *ToyMachine, a []int) {
	m.Cost(1)
	if len(a) < 2 {
		return
	}
	left, right := append([]int{}, a[:len(a)/2]...), append([]int{}, a[len(a)/2:]...)
	mergeSort(m, left)
	mergeSort(m, right)
	for i := range a {
		m.Cost(1)
		switch {
		case len(left) == 0:
			a[i], right = right[0], right[1:]
		case len(right) == 0:
			a[i], left = left[0], left[1:]
		case m.Branch(0, m.Le(m.Slot(left[0]), m.Slot(right[0]))):
			a[i], left = left[0], left[1:]
		default:
			a[i], right = right[0], right[1:]
		}
	}
}
