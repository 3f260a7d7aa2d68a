package defroster

import "testing"

// snapshot is everything that a step may change.
type snapshot struct {
	State                            int8
	Relay, Lamp, Fault               bool
	Signal                           int8
	OnTimer, OffTimer, Debounce, Low int16
	Faults                           int8
}

func now() snapshot {
	return snapshot{State, Relay, Lamp, Fault, Signal, OnTimer, OffTimer, Debounce, LowTimer, Faults}
}

// drive puts the car on the road: good supply, engine runs, mild weather.
func drive() {
	Ignition, EngineRuns, Button, ButtonBefore = true, true, false, false
	LoadShed, Automatic, SensorOK, DoorOpen, Service = false, false, true, false, false
	Voltage, Temperature, Current = 1380, 100, 150
	OnTimer, OffTimer, Debounce, LowTimer = 0, 0, 0, 0
	State, Faults = StateOff, 0
}

func TestSteps(t *testing.T) {
	tests := []struct {
		name string
		set  func()
		want snapshot
	}{
		{"rests", func() {}, snapshot{}},
		{"no ignition", func() { Ignition, State, OnTimer = false, StateHeat, 9 }, snapshot{}},
		{"no ignition, timer idle", func() { Ignition, OnTimer = false, -1 }, snapshot{OnTimer: -1}},
		{"button", func() { Button = true }, snapshot{State: StateHeat, Relay: true, Lamp: true, Signal: 1, OnTimer: heatSteps, Debounce: debounceSteps}},
		{"button, cold", func() { Button, Temperature = true, -1 }, snapshot{State: StateHeat, Relay: true, Lamp: true, Signal: 1, OnTimer: coldSteps, Debounce: debounceSteps}},
		{"button still down", func() { Button, ButtonBefore, Debounce = true, true, 2 }, snapshot{Debounce: 1}},
		{"button deaf", func() { Button, Debounce = true, 2 }, snapshot{Debounce: 2}},
		{"button, engine off", func() { Button, EngineRuns = true, false }, snapshot{Debounce: debounceSteps}},
		{"button, load shed", func() { Button, LoadShed = true, true }, snapshot{State: StateWait, Signal: 1, OnTimer: heatSteps, Debounce: debounceSteps}},
		{"button, low voltage", func() { Button, Voltage, LowTimer = true, 1000, lowSteps }, snapshot{State: StateWait, Signal: 1, OnTimer: heatSteps, Debounce: debounceSteps, Low: lowSteps}},
		{"low voltage for a moment", func() { Voltage, LowTimer = 1000, 4 }, snapshot{Low: 5}},
		{"voltage back", func() { LowTimer = 4 }, snapshot{}},
		{"high voltage", func() { Voltage = 1601 }, snapshot{State: StateFault, Fault: true, Faults: maxFaults}},
		{"frost", func() { Automatic, Temperature = true, 29 }, snapshot{State: StateHeat, Relay: true, Lamp: true, Signal: 2, OnTimer: heatSteps}},
		{"no frost", func() { Automatic, Temperature = true, 30 }, snapshot{}},
		{"waits", func() { State, LoadShed = StateWait, true }, snapshot{State: StateWait}},
		{"waited", func() { State = StateWait }, snapshot{State: StateHeat, Relay: true, Lamp: true}},
		{"gives up waiting", func() { State, Button = StateWait, true }, snapshot{Signal: 1, Debounce: debounceSteps}},
		{"heats", func() { State, OnTimer = StateHeat, 7 }, snapshot{State: StateHeat, Relay: true, Lamp: true, OnTimer: 6}},
		{"heats, door open", func() { State, OnTimer, DoorOpen = StateHeat, 7, true }, snapshot{State: StateHeat, OnTimer: 6}},
		{"stopped by hand", func() { State, OnTimer, Button = StateHeat, 7, true }, snapshot{Signal: 1, OnTimer: 7, Debounce: debounceSteps}},
		{"engine stalls", func() { State, OnTimer, EngineRuns = StateHeat, 7, false }, snapshot{Signal: 1, OnTimer: 7}},
		{"time is up", func() { State = StateHeat }, snapshot{State: StateRest, Signal: 3, OffTimer: restSteps}},
		{"hot", func() { State, OnTimer, Temperature = StateHeat, 7, 351 }, snapshot{State: StateRest, OnTimer: 6, OffTimer: restSteps}},
		{"hot, sensor broken", func() { State, OnTimer, Temperature, SensorOK = StateHeat, 7, 351, false }, snapshot{State: StateHeat, Relay: true, Lamp: true, OnTimer: 6}},
		{"first overcurrent", func() { State, OnTimer, Current = StateHeat, 7, 251 }, snapshot{State: StateHeat, Relay: true, Lamp: true, OnTimer: 7, Faults: 1}},
		{"last overcurrent", func() { State, OnTimer, Current, Faults = StateHeat, 7, 251, 2 }, snapshot{State: StateFault, Signal: 4, OnTimer: 7, Faults: 3}},
		{"cools", func() { State, OffTimer = StateRest, 7 }, snapshot{State: StateRest, OffTimer: 6}},
		{"cooled", func() { State = StateRest }, snapshot{Signal: 3}},
		{"fault stays", func() { State, Faults = StateFault, 3 }, snapshot{State: StateFault, Fault: true, Faults: 3}},
		{"serviced", func() { State, Faults, Service = StateFault, 3, true }, snapshot{Fault: true}},
		{"no such state", func() { State = 99 }, snapshot{}},
	}
	for _, tt := range tests {
		drive()
		tt.set()
		DefrosterMain()
		if got := now(); got != tt.want {
			t.Errorf("%s:\n got %+v\nwant %+v", tt.name, got, tt.want)
		}
	}
}

// TestCycle runs a whole heating: button, 30000 steps of heat, rest, off.
func TestCycle(t *testing.T) {
	drive()
	Button = true
	heat, rest := 0, 0
	for range heatSteps + restSteps + 10 {
		DefrosterMain()
		Button = false
		switch State {
		case StateHeat:
			heat++
		case StateRest:
			rest++
		}
	}
	if State != StateOff || heat != heatSteps+1 || rest != restSteps+1 {
		t.Errorf("state %d after %d steps of heat and %d of rest", State, heat, rest)
	}
}
