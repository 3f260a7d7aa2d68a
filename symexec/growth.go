package symexec

import "slices"

// growth returns the capacity that append gives to a slice with elements of type typ, the given
// capacity and count elements to hold. Go doubles small slices, grows large ones by a quarter, and
// rounds up to a size class of its allocator.
func (m *machine) growth(typ *rtype, capacity, count int) int {
	grown := capacity
	switch {
	case count > 2*capacity:
		grown = count
	case capacity < 256:
		grown = 2 * capacity
	default:
		for grown < count {
			grown += (grown + 3*256) >> 2
		}
	}
	size := int(m.prog.sizes.Sizeof(typ.goType))
	if size == 0 {
		return count
	}
	return roundUp(grown*size, !typ.pointers()) / size
}

// sizeClasses are the size classes of Go's allocator, in bytes.
var sizeClasses = [...]int{8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256, 288, 320, 352, 384, 416, 448, 480, 512, 576, 640, 704, 768, 896, 1024, 1152, 1280, 1408, 1536, 1792, 2048, 2304, 2688, 3072, 3200, 3456, 4096, 4864, 5376, 6144, 6528, 6784, 6912, 8192, 9472, 9728, 10240, 10880, 12288, 13568, 14336, 16384, 18432, 19072, 20480, 21760, 24576, 27264, 28672, 32768}

// roundUp returns the size of the memory block that the allocator uses for an allocation, in
// bytes. A block of more than 512 bytes with pointers has a header of one word. A block larger
// than the largest class has whole pages.
func roundUp(bytes int, noPointers bool) int {
	const (
		header   = 8
		unheaded = 512
		page     = 8192
	)
	if bytes > sizeClasses[len(sizeClasses)-1]-header {
		return (bytes + page - 1) / page * page
	}
	if noPointers || bytes <= unheaded {
		return classOf(bytes)
	}
	return classOf(bytes+header) - header
}

func classOf(bytes int) int {
	i, _ := slices.BinarySearch(sizeClasses[:], bytes)
	return sizeClasses[i]
}
