package probe

// ration is how many bytes a run may ask for at once; 0 is no limit.
var ration uint64

// most is what the runtime takes for a length that no slice has, in bytes: to
// ask for more is a panic, which is the code's own.
const most = 1 << 48

// SetRation says how many bytes a run may ask for at once; 0 is no limit.
func SetRation(bytes uint64) { ration = bytes }

// Room hands on how many elements of a size are asked for. If a run asks for more
// than its share of the memory, it ends here as one without fuel does: the system
// would end the process. A length that the runtime refuses is handed on.
func Room[N ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr](n N, size uint64) N {
	if ration > 0 && n > 0 && uint64(n) > ration/size && uint64(n) <= most/size {
		giveUp()
	}
	return n
}
