// Package f2 is an engine control function of the size and manner of F2, the
// closed subject of Baars et al., "Symbolic search-based testing", ASE 2011,
// Table I: generated-looking code, 17 inputs of type int16 (a domain of 2^272),
// 46 branches, no loop.
//
// Nine inputs are parameters; the other eight are package variables that the
// function reads. Of the original the paper quotes one thing, a difference that is
// checked for wrapping: V11 >= 0, V9 < 0 and V11-V9 < 0 in three nested ifs. Every
// difference here is checked so; all else is invented. The checks do not have the
// difficulty of the original's: one random input in 16 passes all three, so that
// both fitness functions do, and the loss that Table II has for 4T and 15T cannot
// show. The trim was invented for the table's 43T, which neither fitness finds but
// by luck.
package f2

// The state of the controller, set from outside.
var (
	V10 int16 // measured torque
	V11 int16 // demanded speed
	V12 int16 // integrator
	V13 int16 // upper limit of the output
	V14 int16 // lower limit of the output
	V15 int16 // trim code
	V16 int16 // trim written
	V17 int16 // trim read back
)

// What the last call has worked out.
var (
	SpeedError  int16
	TorqueError int16
	Output      int16
	Trimmed     bool
	Cut         bool // fuel cut
)

const (
	maxInt16 = 1<<15 - 1
	minInt16 = -1 << 15

	// TrimCode unlocks the trim.
	TrimCode = 21930

	// EndStop is where the trim's range ends.
	EndStop = 32700
)

// F2 takes the key position V1, the engine state V2, the gear V3, the coolant
// temperature V4, the speed limit V5, the demanded torque V6, the pedal V7, the
// gain V8 and the measured speed V9.
func F2(V1, V2, V3, V4, V5, V6, V7, V8, V9 int16) {
	SpeedError, TorqueError, Output, Trimmed, Cut = 0, 0, 0, false, false
	if V1 <= 0 {
		return
	}

	// Speed: demanded minus measured, held at the ends.
	speed := V11 - V9
	if V11 >= 0 {
		if V9 < 0 {
			if V11-V9 < 0 {
				speed = maxInt16
			}
		}
	} else if V9 > 0 {
		if V11-V9 >= 0 {
			speed = minInt16
		}
	}
	SpeedError = speed

	// Torque: the same.
	torque := V6 - V10
	if V6 >= 0 {
		if V10 < 0 {
			if V6-V10 < 0 {
				torque = maxInt16
			}
		}
	} else if V10 > 0 {
		if V6-V10 >= 0 {
			torque = minInt16
		}
	}
	TorqueError = torque

	// Output, by the state of the engine.
	out := V12
	if V2 == 1 {
		out = speed
		if V4 < 200 {
			out = speed/2 + V8/2
		}
	} else if V2 == 2 {
		out = torque
		if V3 > 4 {
			out = torque / 2
		}
	}
	if V7 < 50 && V9 > V5 {
		Cut = true
		out = 0
	}
	if V13 > V14 {
		if out > V13 {
			out = V13
		} else if out < V14 {
			out = V14
		}
	}
	Output = out

	// Trim: unlocked by its code, read back as written, at its end.
	if V15 == TrimCode {
		if V16 == V17 {
			if V17 > EndStop {
				Trimmed = true
			}
		}
	}
}
