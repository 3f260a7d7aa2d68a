package account

import (
	"testing"

	"pgregory.net/rapid"
)

func (a *Account) sound() bool {
	return a.overdraft >= 0 && a.overdraft <= 1000 && a.balance >= -a.overdraft && a.balance <= most &&
		a.spent >= 0 && a.spent <= a.daily && a.wrong >= 0 && a.wrong <= 3 && a.locked == (a.wrong == 3)
}

// TestAccount asserts that the invariant holds whatever is called, and that money is
// neither made nor lost.
func TestAccount(t *testing.T) {
	seen := map[string]bool{}
	rapid.Check(t, func(t *rapid.T) {
		amount := rapid.OneOf(rapid.Int(), rapid.SampledFrom([]int{1, 50, 100, 101, most}))
		a, err := Open(rapid.SampledFrom([]int{0, 1, 50, 100}).Draw(t, "overdraft"), rapid.SampledFrom([]int{100, 5000}).Draw(t, "daily"), 1234)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0
		for range rapid.IntRange(0, 30).Draw(t, "calls") {
			switch rapid.IntRange(0, 3).Draw(t, "call") {
			case 0:
				if v := amount.Draw(t, "amount"); a.Deposit(v) == nil {
					sum += v
				}
			case 1:
				if v := amount.Draw(t, "amount"); a.Withdraw(v, rapid.SampledFrom([]int{1234, 4321}).Draw(t, "pin")) == nil {
					sum -= v
				}
			case 2:
				sum -= a.Day()
			case 3:
				a.Unlock()
			}
			seen[a.Status()] = true
			if !a.sound() || a.balance != sum {
				t.Fatalf("%+v, want %d", a, sum)
			}
		}
	})
	if seen["odd"] || len(seen) < 4 {
		t.Errorf("%v", seen)
	}
	for _, c := range [][3]int{{-1, 1, 1000}, {1001, 1, 1000}, {0, 0, 1000}, {0, 5001, 1000}, {0, 1, 999}, {0, 1, 10000}} {
		if _, err := Open(c[0], c[1], c[2]); err == nil {
			t.Errorf("%v is no error", c)
		}
	}
	a, _ := Open(0, 1, 1000)
	for range 3 {
		a.Withdraw(1, 1001)
	}
	if a.Withdraw(1, 1000) != ErrLocked || !a.Unlock() || a.Status() != "open" {
		t.Error("the lock")
	}
}
