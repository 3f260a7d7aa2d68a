package effects

import (
	"context"
	"testing"

	"nearmiss/internal/load"
)

// BenchmarkRefusals measures a package whose imports show that it is harmless, and one with some
// eighty dependencies.
func BenchmarkRefusals(b *testing.B) {
	for _, path := range []string{"strconv", "net/mail"} {
		b.Run(path, func(b *testing.B) {
			ctx := context.Background()
			pkgs, err := load.Load(ctx, ".", load.Options{}, path)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				s, err := NewStudy(ctx, ".", load.Options{}, pkgs)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := s.Refusals(ctx, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
