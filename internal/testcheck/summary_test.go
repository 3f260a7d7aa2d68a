package testcheck

import "testing"

// TestFailureSummary checks the summary of data races and failed assertions.
func TestFailureSummary(t *testing.T) {
	const race = `==================
WARNING: DATA RACE
Write at 0x00c00001c0b8 by goroutine 9:
  example.test/m.(*T).Add()
      /home/u/m/m.go:12 +0x44

Previous read at 0x00c00001c0b8 by goroutine 8:
  example.test/m.Count()
      /home/u/m/m.go:20 +0x30
==================
`
	for _, x := range []struct{ output, want string }{
		{race, "data race: write in example.test/m.(*T).Add at m.go:12"},
		{"    m_test.go:3: before\n" + race, "data race: write in example.test/m.(*T).Add at m.go:12"},
		{"==================\nWARNING: DATA RACE\n", "data race"},
		{"\n    m_test.go:3: wrong\n", "m_test.go:3: wrong"},
		{"", "go test failed without a message"},
	} {
		if got := failureSummary([]string{x.output}); got != x.want {
			t.Errorf("output %q: summary %q, want %q", x.output, got, x.want)
		}
	}
}
