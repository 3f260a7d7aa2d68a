package f2

import (
	"math"
	"testing"
)

func reset() {
	V10, V11, V12, V13, V14, V15, V16, V17 = 0, 0, 0, 0, 0, 0, 0, 0
}

// saturate is a difference held at the ends of int16.
func saturate(a, b int16) int16 {
	return int16(max(math.MinInt16, min(math.MaxInt16, int(a)-int(b))))
}

func TestDifferencesAreHeld(t *testing.T) {
	ends := []int16{math.MinInt16, math.MinInt16 + 1, -20000, -1, 0, 1, 20000, math.MaxInt16 - 1, math.MaxInt16}
	for _, a := range ends {
		for _, b := range ends {
			reset()
			V11, V10 = a, b
			F2(1, 0, 0, 0, 0, a, 0, 0, b)
			if want := saturate(a, b); SpeedError != want || TorqueError != want {
				t.Errorf("%d - %d: speed %d, torque %d, want %d", a, b, SpeedError, TorqueError, want)
			}
		}
	}
}

func TestOutput(t *testing.T) {
	tests := []struct {
		name       string
		set        func()
		v          [9]int16
		out        int16
		cut, trims bool
	}{
		{"off", func() { V12 = 7 }, [9]int16{0, 1}, 0, false, false},
		{"idle holds the integrator", func() { V12 = 7 }, [9]int16{1, 0, 0, 0, 0, 0, 50}, 7, false, false},
		{"by speed", func() { V11 = 30 }, [9]int16{1, 1, 0, 200, 100, 0, 50, 9, 10}, 20, false, false},
		{"by speed, cold", func() { V11 = 30 }, [9]int16{1, 1, 0, 199, 100, 0, 50, 8, 10}, 14, false, false},
		{"by torque", func() { V10 = 3 }, [9]int16{1, 2, 4, 0, 0, 13, 50}, 10, false, false},
		{"by torque, high gear", func() { V10 = 3 }, [9]int16{1, 2, 5, 0, 0, 13, 50}, 5, false, false},
		{"cut", func() { V12 = 7 }, [9]int16{1, 0, 0, 0, 9, 0, 49, 0, 10}, 0, true, false},
		{"above", func() { V12, V13, V14 = 70, 60, -60 }, [9]int16{1, 0, 0, 0, 0, 0, 50}, 60, false, false},
		{"below", func() { V12, V13, V14 = -70, 60, -60 }, [9]int16{1, 0, 0, 0, 0, 0, 50}, -60, false, false},
		{"within", func() { V12, V13, V14 = -50, 60, -60 }, [9]int16{1, 0, 0, 0, 0, 0, 50}, -50, false, false},
		{"trim", func() { V15, V16, V17 = TrimCode, EndStop+1, EndStop+1 }, [9]int16{1}, 0, false, true},
		{"trim not read back", func() { V15, V16, V17 = TrimCode, 1, EndStop+1 }, [9]int16{1}, 0, false, false},
		{"trim not at its end", func() { V15, V16, V17 = TrimCode, EndStop, EndStop }, [9]int16{1}, 0, false, false},
		{"trim locked", func() { V15, V16, V17 = TrimCode+1, EndStop+1, EndStop+1 }, [9]int16{1}, 0, false, false},
	}
	for _, tt := range tests {
		reset()
		tt.set()
		v := tt.v
		F2(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8])
		if Output != tt.out || Cut != tt.cut || Trimmed != tt.trims {
			t.Errorf("%s: output %d, cut %v, trimmed %v, want %d, %v, %v", tt.name, Output, Cut, Trimmed, tt.out, tt.cut, tt.trims)
		}
	}
}
