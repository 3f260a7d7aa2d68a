package probe

// ration is how many bytes a run may ask for at once; 0 is no limit.
var ration uint64

// most is what the runtime takes for a length that no slice has, in bytes: to
// ask for more is a panic, which is the code's own.
const most = 1 << 48

// SetRation says how many bytes a run may ask for at once; 0 is no limit.
func SetRation(bytes uint64) { ration = bytes }

// RoomI hands on how many elements of a size are asked for. If a run asks for more
// than its ration, it ends here as one without fuel does: the system would end the
// process. A length that the runtime refuses is handed on.
func RoomI(n int64, size uint64) int64 {
	if n > 0 {
		RoomU(uint64(n), size)
	}
	return n
}

// RoomU is RoomI for a length without a sign.
func RoomU(n, size uint64) uint64 {
	if ration > 0 && n > ration/size && n <= most/size {
		giveUp()
	}
	return n
}
