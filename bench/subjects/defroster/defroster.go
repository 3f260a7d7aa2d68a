// Package defroster is a rear window defroster of the size and manner of
// Defroster_main, the closed subject of Baars et al., "Symbolic search-based
// testing", ASE 2011, Table I: a state chart over flags and counters, 72
// branches, no loop, a domain of 2^137.
//
// All inputs are package variables: nine flags, seven quantities of 16 bits and
// two of 8. DefrosterMain is one step of ten milliseconds; it reads them,
// moves the state and the counters on, and sets the outputs.
package defroster

// States of the chart.
const (
	StateOff int8 = iota
	StateWait
	StateHeat
	StateRest
	StateFault
)

// Inputs, and the state that one step hands to the next.
var (
	Ignition     bool // key is on
	EngineRuns   bool
	Button       bool // pressed now
	ButtonBefore bool // pressed a step ago
	LoadShed     bool // the car asks to save power
	Automatic    bool // heats by itself in frost
	SensorOK     bool
	DoorOpen     bool // tailgate
	Service      bool // garage mode

	Voltage     int16 // centivolts
	Temperature int16 // tenths of a degree
	Current     int16 // tenths of an ampere
	OnTimer     int16 // steps of heating left
	OffTimer    int16 // steps of rest left
	Debounce    int16 // steps for which the button is deaf
	LowTimer    int16 // steps of low voltage seen

	State  int8
	Faults int8
)

// Outputs.
var (
	Relay  bool
	Lamp   bool
	Fault  bool
	Signal int8 // reason of the last change: 1 button, 2 frost, 3 time, 4 fault
)

// Limits.
const (
	debounceSteps = 5
	lowVoltage    = 1050
	highVoltage   = 1600
	lowSteps      = 300
	heatSteps     = 30000
	coldSteps     = 32000
	restSteps     = 6000
	frost         = 30
	hot           = 350
	maxCurrent    = 250
	maxFaults     = 3
)
