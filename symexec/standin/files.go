package standin

// Answers of Absent: the numbers of the system's errors, and that it cannot say.
const (
	NoEntry = 2
	Invalid = 22
	Unsure  = -1
)

// Absent is what the system says of a file that is not there, by its name. It
// cannot say of directories that always are, nor of absolute names, which may
// be those of the system's own files.
func Absent(name string) int {
	for i := 0; i < len(name); i++ {
		if name[i] == 0 {
			return Invalid
		}
	}
	if name == "." || name == ".." || len(name) > 0 && name[0] == '/' {
		return Unsure
	}
	return NoEntry
}
