package bibclean

import (
	"fmt"
	"testing"
)

func buffer(s string) (b [14]byte) {
	copy(b[:], s)
	return b
}

func TestCheckISBN(t *testing.T) {
	tests := []struct {
		value string
		flags uint16
		area  byte
	}{
		{"0-306-40615-2", 0, 1},
		{"0306406152", 0, 1},
		{"0 306 40615 2", 0, 1},
		{"0-8044-2957-X", 0, 1},
		{"0-8044-2957-x", LowerX, 1},
		{"7-302-00002-0", BadCheck, 0},
		{"7000000007", 0, 1},
		{"8000000002", BadCheck, 0},
		{"8000000008", 0, 2},
		{"9000000009", 0, 0},
		{"6000000006", 0, 0},
		{"0306406153", BadCheck, 0},
		{"0000000000", Placeholder, 0},
		{"", Empty, 0},
		{"-", Empty | Misplaced, 0},
		{"030640615", TooShort, 0},
		{"03064061525", TooLong, 0},
		{"0-306406152", BadSeparators, 1},
		{"0--3064061-2", TooShort | Misplaced, 0},
		{"0- 30640615-2", Misplaced, 1},
		{"0306406152-", Misplaced | BadSeparators, 1},
		{"0306406152 ", Misplaced | BadSeparators, 1},
		{"03X", TooShort | MisplacedX, 0},
		{"?", Stray | Empty, 0},
		{"0306406152?", Stray, 1},
		{"0306406152\x0099", 0, 1},
	}
	for _, tt := range tests {
		CheckISBN(buffer(tt.value))
		if Flags != tt.flags || Area != tt.area {
			t.Errorf("CheckISBN(%q): flags %#x, area %d, want %#x, %d", tt.value, Flags, Area, tt.flags, tt.area)
		}
	}
}

// TestCheckISBNAllCheckDigits gives a number every check digit: one fits.
func TestCheckISBNAllCheckDigits(t *testing.T) {
	for n := 1; n < 1_000_000_000; n = n*3 + 7 {
		fits := 0
		for _, c := range "0123456789X" {
			s := fmt.Sprintf("%09d%c", n, c)
			CheckISBN(buffer(s))
			if Flags&BadCheck == 0 {
				fits++
			}
		}
		if fits != 1 {
			t.Errorf("%09d: %d check digits fit, want 1", n, fits)
		}
	}
}

func TestCheckISSN(t *testing.T) {
	tests := []struct {
		value    string
		flags    uint16
		expected byte
		ten      bool
	}{
		{"0378-5955", 0, 0, false},
		{"2434-561X", 0, 0, true},
		{"2434-561x", LowerX, 0, true},
		{" 2434-561X ", 0, 0, true},
		{"\t2434-561X", 0, 0, true},
		{"2434-5610", BadCheck, 'X', false},
		{"0378-5950", BadCheck, '5', false},
		{"0378-595X", BadCheck, '5', false},
		{"0000-0000", Placeholder, 0, false},
		{"03785955", BadSeparators, 0, false},
		{"037-85955", Misplaced, 0, false},
		{"0378--5955", Doubled | BadSeparators, 0, false},
		{"0378 5955", Misplaced | BadSeparators, 0, false},
		{"0378-595", TooShort, 0, false},
		{"0378-59550", TooLong, 0, false},
		{"X378-5955", MisplacedX, 0, false},
		{"", Empty, 0, false},
		{"issn", Letter | Empty, 0, false},
		{"0378-5955?", Stray, 0, false},
		{"0378-5955~", Stray, 0, false},
	}
	for _, tt := range tests {
		CheckISSN(buffer(tt.value))
		if Flags != tt.flags || Expected != tt.expected || TenCheck != tt.ten {
			t.Errorf("CheckISSN(%q): flags %#x, expected %q, ten %v, want %#x, %q, %v",
				tt.value, Flags, Expected, TenCheck, tt.flags, tt.expected, tt.ten)
		}
	}
}

// TestCheckISSNExpected puts the expected check digit in: then it fits.
func TestCheckISSNExpected(t *testing.T) {
	for n := 1; n < 10_000_000; n = n*3 + 7 {
		b := buffer(fmt.Sprintf("%04d-%03d%c", n/1000, n%1000, '0'))
		CheckISSN(b)
		if Expected != 0 {
			b[8] = Expected
		}
		CheckISSN(b)
		if Flags != 0 {
			t.Errorf("%q: flags %#x after the expected check digit went in", b, Flags)
		}
	}
}
