package models

import (
	"errors"
	"io/fs"
	oldrand "math/rand"
	"math/rand/v2"
	"os"
	"time"
)

// Later waits, as far as a clock lets it.
func Later(n uint8) bool {
	start := time.Now()
	for range n % 8 {
		if time.Since(start) > time.Hour || time.Now().Before(start) {
			return false
		}
	}
	return !start.IsZero() && time.Until(start) <= 0
}

// Drawn draws numbers of which only the range is told.
func Drawn(n uint8) bool {
	return rand.IntN(int(n)+1) <= int(n) && oldrand.Intn(int(n)+1) <= int(n) && rand.Float64() < 1 && oldrand.Int63() >= 0
}

// Missing asks for files that are not there.
func Missing(name string, n int) (string, bool, int) {
	_, err := os.ReadFile("no/such/" + name)
	_, other := os.Stat("none/" + name)
	if !errors.Is(other, fs.ErrNotExist) || n > 100 {
		return err.Error(), false, n
	}
	return err.Error() + other.Error(), errors.Is(err, fs.ErrNotExist), 0
}
