package defroster

// DefrosterMain is one step of the controller.
func DefrosterMain() {
	Relay, Lamp, Fault, Signal = false, false, false, 0
	if !Ignition {
		State = StateOff
		if OnTimer > 0 {
			OnTimer = 0
		}
		return
	}

	// The button counts on its way down, and not again for a while.
	pressed := false
	if Button && !ButtonBefore {
		if Debounce <= 0 {
			pressed = true
			Debounce = debounceSteps
		}
	} else if Debounce > 0 {
		Debounce--
	}
	ButtonBefore = Button

	// Supply.
	low := false
	if Voltage < lowVoltage {
		if LowTimer < lowSteps {
			LowTimer++
		} else {
			low = true
		}
	} else if Voltage > highVoltage {
		State = StateFault
		Faults = maxFaults
	} else {
		LowTimer = 0
	}

	switch State {
	case StateOff:
		if pressed && EngineRuns {
			OnTimer = heatSteps
			if Temperature < 0 {
				OnTimer = coldSteps
			}
			State = StateHeat
			if low || LoadShed {
				State = StateWait
			}
			Signal = 1
		} else if Automatic && Temperature < frost {
			State = StateHeat
			OnTimer = heatSteps
			Signal = 2
		}
	case StateWait:
		if pressed {
			State = StateOff
			Signal = 1
		} else if !low && !LoadShed {
			State = StateHeat
		}
	case StateHeat:
		if pressed || !EngineRuns {
			State = StateOff
			Signal = 1
		} else if Current > maxCurrent {
			Faults++
			if Faults >= maxFaults {
				State = StateFault
				Signal = 4
			}
		} else if OnTimer <= 0 {
			State = StateRest
			OffTimer = restSteps
			Signal = 3
		} else {
			OnTimer--
			if SensorOK && Temperature > hot {
				State = StateRest
				OffTimer = restSteps
			}
		}
	case StateRest:
		if OffTimer > 0 {
			OffTimer--
		} else {
			State = StateOff
			Signal = 3
		}
	case StateFault:
		Fault = true
		if Service {
			Faults = 0
		}
		if Faults <= 0 {
			State = StateOff
		}
	default:
		State = StateOff
	}

	if State == StateHeat && !DoorOpen {
		Relay = true
		Lamp = true
	}
}
