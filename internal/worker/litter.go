package worker

import "unsafe"

// litter is memory around the objects of a run, of known contents: code with unsafe pointers that reads past its
// object reads other contents than in other runs, and code that writes there changes them.
type litter struct {
	fill     byte
	bytes    [][]byte
	pointers [][]*byte // objects with pointers lie apart from those without
}

const (
	litterClass = 4 << 10          // bytes of litter one after the other, for each size: the holes of earlier pages are full then
	mostLitter  = 64 * litterClass // bytes of litter of a size, at most
)

// litterSizes lists sizes of objects, in bytes, from the least one that package runtime does not put together with others.
var litterSizes = [...]int{16, 24, 32, 48, 64, 96, 128, 192, 256}

// scatter fills pages with litter and lets go of every other object. Between two collections, the objects after them lie
// between litter.
func (l *litter) scatter() {
	l.fill += 0x35
	l.bytes, l.pointers = nil, nil
	for _, size := range litterSizes {
		l.bytes = append(l.bytes, row(size, func() []byte {
			b := make([]byte, size)
			for i := range b {
				b[i] = l.fill
			}
			return b
		})...)
		l.pointers = append(l.pointers, row(size, func() []*byte {
			p := make([]*byte, size/int(unsafe.Sizeof(&l.fill)))
			for i := range p {
				p[i] = &l.fill
			}
			return p
		})...)
	}
}

// row makes objects of a size until so many lie one after the other that no earlier page has a hole. It returns every
// other one.
func row[T any](size int, object func() []T) (list [][]T) {
	at, length := uintptr(0), 0
	for n := 0; length < litterClass && n < mostLitter; n += size {
		x := object()
		if n/size%2 == 0 {
			list = append(list, x)
		}
		next := uintptr(unsafe.Pointer(&x[0]))
		if length += size; next != at+uintptr(size) {
			length = 0
		}
		at = next
	}
	return list
}

// changed reports whether code has written to the litter.
func (l *litter) changed() bool {
	for _, list := range l.bytes {
		for _, b := range list {
			if b != l.fill {
				return true
			}
		}
	}
	for _, list := range l.pointers {
		for _, p := range list {
			if p != &l.fill {
				return true
			}
		}
	}
	return false
}
