package probe

// allocationLimit is the greatest size of one allocation of a run in bytes; 0 for no limit.
var allocationLimit uint64

// maxSliceBytes is the size in bytes above which the runtime refuses to make a slice. The code
// under test then panics by itself.
const maxSliceBytes = 1 << 48

// SetAllocationLimit sets the greatest size of one allocation of a run in bytes; 0 for no limit.
func SetAllocationLimit(bytes uint64) { allocationLimit = bytes }

// RoomI returns n, the number of elements in an allocation, given the size of an element in
// bytes. If the allocation is above the limit, RoomI ends the run, like missing fuel, because
// the system would end the process. An allocation that the runtime refuses does not end the run.
func RoomI(n int64, size uint64) int64 {
	if n > 0 {
		RoomU(uint64(n), size)
	}
	return n
}

// RoomU is RoomI for an unsigned length.
func RoomU(n, size uint64) uint64 {
	if allocationLimit > 0 && n > allocationLimit/size && n <= maxSliceBytes/size {
		giveUp()
	}
	return n
}
