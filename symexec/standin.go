package symexec

import (
	"math/bits"
	"sync"
)

//lint:file-ignore U1000 The executor calls these functions by name.

// The functions of this file replace functions of the standard library that have no Go body, or
// whose body accesses memory in ways that the executor does not support. The executor loads
// this file alone, as a package, so the file must need no other file. The functions are simple
// and slow and do what the originals document. Their loops make one comparison per byte, at
// which a path branches if the byte is symbolic.

// text is a sequence of bytes.
type text interface{ ~string | ~[]byte }

func firstByte[T text](s T, c byte) int {
	for i := range len(s) {
		if s[i] == c {
			return i
		}
	}
	return -1
}

func countByte[T text](s T, c byte) (n int) {
	for i := range len(s) {
		if s[i] == c {
			n++
		}
	}
	return n
}

func firstText[T text](s, part T) int {
	for i := 0; i+len(part) <= len(s); i++ {
		if string(s[i:i+len(part)]) == string(part) {
			return i
		}
	}
	return -1
}

func compareTexts[T text](a, b T) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			if a[i] < b[i] {
				return -1
			}
			return 1
		}
	}
	switch {
	case len(a) < len(b):
		return -1
	case len(a) > len(b):
		return 1
	}
	return 0
}

func indexByte(b []byte, c byte) int       { return firstByte(b, c) }
func indexByteString(s string, c byte) int { return firstByte(s, c) }
func countBytes(b []byte, c byte) int      { return countByte(b, c) }
func countString(s string, c byte) int     { return countByte(s, c) }
func indexBytes(s, part []byte) int        { return firstText(s, part) }
func indexString(s, part string) int       { return firstText(s, part) }
func compareBytes(a, b []byte) int         { return compareTexts(a, b) }
func compareStrings(a, b string) int       { return compareTexts(a, b) }

// The numbers of package math/big are slices of words, the lowest word first. A function writes
// len(z) words; its other slices are at least as long.

// addWords sets z = x + y and returns the carry.
func addWords(z, x, y []uint) (c uint) {
	for i := range z {
		z[i], c = bits.Add(x[i], y[i], c)
	}
	return c
}

// subWords sets z = x - y and returns the borrow.
func subWords(z, x, y []uint) (c uint) {
	for i := range z {
		z[i], c = bits.Sub(x[i], y[i], c)
	}
	return c
}

// shiftUp sets z = x << s and returns the bits shifted out at the top. s is at least 1 and less
// than the size of a word. z may be x or overlap x from above.
func shiftUp(z, x []uint, s uint) (c uint) {
	for i := len(z) - 1; i >= 0; i-- {
		w := x[i]
		if i == len(z)-1 {
			c = w >> (bits.UintSize - s)
		} else {
			z[i+1] |= w >> (bits.UintSize - s)
		}
		z[i] = w << s
	}
	return c
}

// shiftDown sets z = x >> s and returns the bits shifted out at the bottom, in the upper part
// of a word. s is at least 1 and less than the size of a word. z may be x or overlap x from
// below.
func shiftDown(z, x []uint, s uint) (c uint) {
	for i := range z {
		w := x[i]
		if i == 0 {
			c = w << (bits.UintSize - s)
		} else {
			z[i-1] |= w << (bits.UintSize - s)
		}
		z[i] = w >> s
	}
	return c
}

// mulAddWord sets z = x*m + a and returns the carry word.
func mulAddWord(z, x []uint, m, a uint) (c uint) {
	c = a
	for i := range z {
		high, low := bits.Mul(x[i], m)
		var carry uint
		z[i], carry = bits.Add(low, c, 0)
		c = high + carry
	}
	return c
}

// addMulWord sets z = x + y*m + a and returns the carry word.
func addMulWord(z, x, y []uint, m, a uint) (c uint) {
	c = a
	for i := range z {
		high, low := bits.Mul(y[i], m)
		var carry uint
		low, carry = bits.Add(low, x[i], 0)
		high += carry
		z[i], carry = bits.Add(low, c, 0)
		c = high + carry
	}
	return c
}

// poolGet makes a new value, as if the pool were empty.
func poolGet(p *sync.Pool) any {
	if p.New == nil {
		return nil
	}
	return p.New()
}

// The functions below keep the entries of a sync.Map in a map in the first word of its memory.

func mapLoad(m *map[any]any, key any) (value any, ok bool) {
	value, ok = (*m)[key]
	return value, ok
}

func mapStore(m *map[any]any, key, value any) {
	if *m == nil {
		*m = map[any]any{}
	}
	(*m)[key] = value
}

func mapLoadOrStore(m *map[any]any, key, value any) (actual any, loaded bool) {
	if old, ok := (*m)[key]; ok {
		return old, true
	}
	mapStore(m, key, value)
	return value, false
}

func mapSwap(m *map[any]any, key, value any) (previous any, loaded bool) {
	previous, loaded = (*m)[key]
	mapStore(m, key, value)
	return previous, loaded
}

func mapLoadAndDelete(m *map[any]any, key any) (value any, loaded bool) {
	value, loaded = (*m)[key]
	delete(*m, key)
	return value, loaded
}

func mapDelete(m *map[any]any, key any) { delete(*m, key) }

func mapClear(m *map[any]any) { clear(*m) }

func mapRange(m *map[any]any, f func(key, value any) bool) {
	for key, value := range *m {
		if !f(key, value) {
			break
		}
	}
}

func mapCompareAndSwap(m *map[any]any, key, old, value any) bool {
	was, ok := (*m)[key]
	if ok = ok && was == old; ok {
		(*m)[key] = value
	}
	return ok
}

func mapCompareAndDelete(m *map[any]any, key, old any) bool {
	was, ok := (*m)[key]
	if ok = ok && was == old; ok {
		delete(*m, key)
	}
	return ok
}

// processArgs returns the arguments of a process started with none, like the processes that run
// machine code.
func processArgs() []string { return []string{"/proc/self/exe"} }

// absentFile returns the error number that the operating system gives for a file that does not
// exist. It returns -1 (unknown) for a directory that always exists and for an absolute name,
// which may be a file of the system.
func absentFile(name string) int {
	const noEntry, invalid, unsure = 2, 22, -1
	for i := 0; i < len(name); i++ {
		if name[i] == 0 {
			return invalid
		}
	}
	if name == "." || name == ".." || len(name) > 0 && name[0] == '/' {
		return unsure
	}
	return noEntry
}
