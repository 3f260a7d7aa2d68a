package figure1

import "testing"

func TestWords(t *testing.T) {
	for _, x := range []struct {
		x, y, z int16
		want    bool
	}{{0, 0, 0, true}, {0, 1, 1, false}, {0, 0, 1, false}, {1, 1, 1, false}} {
		for bits, got := range map[int]bool{
			16: Words16(x.x, x.y, x.z), 32: Words32(int32(x.x), int32(x.y), int32(x.z)), 64: Words64(int64(x.x), int64(x.y), int64(x.z)),
		} {
			if got != x.want {
				t.Errorf("%d bits: (%d, %d, %d) is %v, want %v", bits, x.x, x.y, x.z, got, x.want)
			}
		}
	}
}
