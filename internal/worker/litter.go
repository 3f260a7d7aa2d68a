package worker

// litter is memory around the objects of a run, of known contents: code with unsafe pointers that reads past its
// object reads other contents in each run, and code that writes there changes them.
type litter struct {
	fill     byte
	bytes    [][]byte
	pointers [][]*byte // objects with pointers lie apart from those without
}

// litterClass is the size in bytes of the litter of each size of objects: enough to fill the pages of the size that
// are in use.
const litterClass = 16 << 10

// litterSizes lists sizes of objects, in bytes, from the least one that package runtime does not put together with others.
var litterSizes = [...]int{16, 24, 32, 48, 64, 96, 128, 256, 512, 1024}

// scatter fills pages with litter and lets go of every other object. After a collection, the next objects lie between litter.
func (l *litter) scatter() {
	l.fill += 0x35
	l.bytes, l.pointers = nil, nil
	for _, size := range litterSizes {
		for range litterClass / size {
			plain, pointers := make([]byte, size), make([]*byte, size/8)
			for i := range plain {
				plain[i] = l.fill
			}
			for i := range pointers {
				pointers[i] = &l.fill
			}
			l.bytes, l.pointers = append(l.bytes, plain), append(l.pointers, pointers)
		}
	}
	for i := 0; i < len(l.bytes); i += 2 {
		l.bytes[i], l.pointers[i] = nil, nil
	}
}

// changed reports whether code has written to the litter.
func (l *litter) changed() bool {
	for i := range l.bytes {
		for _, b := range l.bytes[i] {
			if b != l.fill {
				return true
			}
		}
		for _, p := range l.pointers[i] {
			if p != &l.fill {
				return true
			}
		}
	}
	return false
}
