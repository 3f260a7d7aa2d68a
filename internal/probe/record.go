package probe

// Format returns the text of a call, as fmt.Sprintf does, or false if the text of some argument differs
// between runs. The worker sets it, because this package imports none.
var Format func(format string, args []any) (text string, ok bool)

// The most calls that are recorded in a run, and the bytes of the text of each.
const (
	maxRecorded     = 16
	maxRecordedText = 200
)

// The record of the run.
var (
	recording bool
	recorded  []string
	isUntold  bool // some call has no text, or there were too many
)

// BeginRecord starts the record of the calls of functions that record them.
func BeginRecord() { recording, recorded, isUntold = true, nil, false }

// Records reports whether calls are recorded.
func Records() bool { return recording }

// Record records a call of a function among the inputs. A call by a goroutine of the run makes the record
// untold: the order of such calls differs between runs. Methods that Format calls take no branches.
//
//go:norace
func Record(format string, args ...any) {
	if isUntold = isUntold || Format == nil || keeper != nil && keeper.Foreign(); isUntold || !recording {
		return
	}
	outer := threshold
	threshold, recording = 255, false
	text, ok := Format(format, args)
	threshold, recording = outer, true
	if isUntold = !ok || len(recorded) == maxRecorded || len(text) > maxRecordedText; !isUntold {
		recorded = append(recorded, text)
	}
}

// EndRecord ends the record and returns it. ok is false if the record says too little or too much.
func EndRecord() (calls []string, ok bool) {
	recording = false
	return recorded, !isUntold
}
