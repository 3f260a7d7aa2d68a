// Package machine is a door with a coded lock and an alarm, as a machine of states.
//
// Invariant of Door: state is one of five; it is Open or Held only if it was unlocked with the code; tries is
// below 3 unless it is Alarmed, and 3 then; ticks is 0 unless it is Held, and below 10.
package machine

import "errors"

// State is a state of a door.
type State int

const (
	Locked State = iota
	Unlocked
	Open
	Held // open for some time
	Alarmed
)

// Door is a door.
type Door struct {
	state State
	code  int
	tries int
	ticks int
	uses  int // times that it was opened
}

var (
	ErrCode  = errors.New("machine: no such code")
	ErrState = errors.New("machine: not in this state")
)

// New makes a locked door.
func New(code int) (*Door, error) {
	if code < 100 || code > 999 {
		return nil, ErrCode
	}
	return &Door{code: code}, nil
}

// Enter enters a code.
func (d *Door) Enter(code int) error {
	switch d.state {
	case Locked:
		if code == d.code {
			d.state, d.tries = Unlocked, 0
			return nil
		}
		d.tries++
		if d.tries == 3 {
			d.state = Alarmed
		}
		if d.tries > 3 {
			panic("machine: no alarm after three tries")
		}
		return ErrCode
	case Alarmed:
		if code == -d.code { // that of the guard
			d.state, d.tries = Locked, 0
			return nil
		}
		return ErrCode
	case Unlocked:
		if code == d.code {
			d.state = Locked
			return nil
		}
	}
	return ErrState
}

// Push opens the door, or closes it.
func (d *Door) Push() error {
	switch d.state {
	case Unlocked:
		d.state = Open
		d.uses++
	case Open:
		d.state = Locked
	case Held:
		d.state, d.ticks = Locked, 0
	default:
		return ErrState
	}
	return nil
}

// Hold keeps an open door open.
func (d *Door) Hold() error {
	if d.state != Open {
		return ErrState
	}
	if d.ticks != 0 {
		panic("machine: a clock that runs")
	}
	d.state = Held
	return nil
}

// Tick is for every second. A door that is held for ten of them raises the alarm.
func (d *Door) Tick() bool {
	if d.state != Held {
		return false
	}
	if d.ticks++; d.ticks >= 10 {
		d.state, d.ticks, d.tries = Alarmed, 0, 3
		return true
	}
	return false
}

// Change sets another code, which a door does that is unlocked and was opened twice.
func (d *Door) Change(code int) error {
	if d.state != Unlocked || d.uses < 2 {
		return ErrState
	}
	if code < 100 || code > 999 || code == d.code {
		return ErrCode
	}
	d.code = code
	return nil
}

// Name names the state.
func (d *Door) Name() string {
	switch d.state {
	case Locked:
		if d.tries > 0 {
			return "suspicious"
		}
		return "locked"
	case Unlocked:
		return "unlocked"
	case Open, Held:
		return "open"
	case Alarmed:
		return "alarmed"
	}
	return "broken" // never
}
