package standin

// IndexByte is the first place of c in b, or -1.
func IndexByte(b []byte, c byte) int {
	for i := range b {
		if b[i] == c {
			return i
		}
	}
	return -1
}

// IndexByteString is the first place of c in s, or -1.
func IndexByteString(s string, c byte) int {
	for i := range len(s) {
		if s[i] == c {
			return i
		}
	}
	return -1
}

// LastIndexByte is the last place of c in b, or -1.
func LastIndexByte(b []byte, c byte) int {
	for i := len(b) - 1; i >= 0; i-- {
		if b[i] == c {
			return i
		}
	}
	return -1
}

// LastIndexByteString is the last place of c in s, or -1.
func LastIndexByteString(s string, c byte) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == c {
			return i
		}
	}
	return -1
}

// Count is how often c is in b.
func Count(b []byte, c byte) (n int) {
	for i := range b {
		if b[i] == c {
			n++
		}
	}
	return n
}

// CountString is how often c is in s.
func CountString(s string, c byte) (n int) {
	for i := range len(s) {
		if s[i] == c {
			n++
		}
	}
	return n
}

// Compare orders a and b: -1, 0 or 1.
func Compare(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			if a[i] < b[i] {
				return -1
			}
			return 1
		}
	}
	return order(len(a), len(b))
}

// CompareString orders a and b: -1, 0 or 1.
func CompareString(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			if a[i] < b[i] {
				return -1
			}
			return 1
		}
	}
	return order(len(a), len(b))
}

func order(m, n int) int {
	switch {
	case m < n:
		return -1
	case m > n:
		return 1
	}
	return 0
}

// Index is the first place of b in a, or -1.
func Index(a, b []byte) int {
	for i := 0; i+len(b) <= len(a); i++ {
		if equal(a[i:i+len(b)], b) {
			return i
		}
	}
	return -1
}

// IndexString is the first place of b in a, or -1.
func IndexString(a, b string) int {
	for i := 0; i+len(b) <= len(a); i++ {
		if a[i:i+len(b)] == b {
			return i
		}
	}
	return -1
}

func equal(a, b []byte) bool {
	for i := range b {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
