// Package history keeps the last commands of a shell.
package history

// A History keeps as many commands as it has room for. The zero History has no room.
type History struct {
	lines []string
	first int // place of the oldest one
	count int
}

// New returns an empty history with room for n commands, and for one at least.
func New(n uint8) *History { return &History{lines: make([]string, max(1, n))} }

// Cap returns how many commands the history has room for.
func (h *History) Cap() int { return len(h.lines) }

// Len returns how many commands the history has.
func (h *History) Len() int { return h.count }

// Push adds a command. The oldest one goes if there is no room.
func (h *History) Push(command string) {
	if len(h.lines) == 0 || command == "" {
		return
	}
	h.lines[(h.first+h.count)%len(h.lines)] = command
	if h.count < len(h.lines) {
		h.count++
	} else {
		h.first = (h.first + 1) % len(h.lines)
	}
}

// Resize changes how many commands the history has room for. The newest ones stay.
func (h *History) Resize(n uint8) {
	lines := make([]string, max(1, n))
	drop := max(0, h.count-len(lines))
	h.first += drop
	h.count -= drop
	for i := range min(h.count, len(lines)) {
		lines[i] = h.lines[(h.first+i)%len(h.lines)]
	}
	h.lines, h.first = lines, 0
}

// Last returns the command that was added last.
func (h *History) Last() (command string, ok bool) {
	if h.count == 0 {
		return "", false
	}
	return h.lines[(h.first+h.count-1)%len(h.lines)], true
}
