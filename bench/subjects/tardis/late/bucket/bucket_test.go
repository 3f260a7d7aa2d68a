package bucket

import (
	"testing"

	"pgregory.net/rapid"
)

// TestBucket holds the bucket against one that is filled second by second, and Wait against
// waiting.
func TestBucket(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size, rate, every := rapid.IntRange(0, 101).Draw(t, "size"), rapid.IntRange(0, 9).Draw(t, "rate"), rapid.IntRange(0, 61).Draw(t, "every")
		b, err := New(size, rate, every)
		if (err == nil) != (size >= 1 && size <= 100 && rate >= 1 && rate <= size && every >= 1 && every <= 60) {
			t.Fatal(err)
		}
		if err != nil {
			return
		}
		want, now := size, 0
		for range rapid.IntRange(0, 20).Draw(t, "calls") {
			if rapid.Bool().Draw(t, "advance") {
				to := now + rapid.IntRange(-1, 200).Draw(t, "seconds")
				if (b.Advance(to) == nil) != (to >= now) {
					t.Fatal("advanced")
				}
				for now < to {
					if now++; now%every == 0 {
						want = min(size, want+rate)
					}
				}
			} else {
				n := rapid.IntRange(-1, size+1).Draw(t, "n")
				if ok, err := b.Take(n); (err == nil) != (n >= 0 && n <= size) || ok != (err == nil && n <= want) {
					t.Fatal(ok, err)
				} else if ok {
					want -= n
				}
			}
			if b.tokens != want || b.now != now || b.Level() == "spilling" || b.Level() == "full" != (want == size) {
				t.Fatalf("%+v, want %d", b, want)
			}
			n := rapid.IntRange(0, size).Draw(t, "for")
			later := *b
			if wait := b.Wait(n); wait < 0 || later.Advance(now+wait) != nil || later.tokens < n {
				t.Fatalf("%+v has too little for %d after %d", b, n, wait)
			} else if later = *b; wait > 0 && (later.Advance(now+wait-1) != nil || later.tokens >= n) {
				t.Fatalf("%+v has enough for %d before %d", b, n, wait)
			}
		}
		if b.Wait(size+1) != -1 {
			t.Fatal("more than it holds")
		}
	})
}
