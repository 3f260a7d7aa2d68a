package native

import (
	"reflect"
	"testing"

	"nearmiss/internal/worker"
)

// TestMeasureSurvives: vectors that end the worker have a confirmed crash and a
// row with Avoided; the other rows are the same as without these vectors.
func TestMeasureSurvives(t *testing.T) {
	alone(t)
	bin, x := crashBinary(t)
	w := start(t, x, bin, x.options(t))
	for _, name := range []string{"Exit", "Overflow"} {
		job := &worker.MeasureJob{ID: 4, Entry: x.entry[name], Vectors: x.search(name).Starts, Trace: 100, Results: true}
		r, err := w.Measure(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		if r.GaveUp || len(r.Crashes) == 0 || len(r.Runs) != 20 {
			t.Fatalf("%s: %+v", name, r)
		}
		killers := map[uint64]bool{}
		for _, c := range r.Crashes {
			killers[c.Vector[0]] = true
		}
		var sound [][]uint64
		var rest []worker.Measured
		for i, v := range job.Vectors {
			if killers[v[0]] != r.Runs[i].Avoided {
				t.Errorf("%s: killer %v, row %+v", name, killers[v[0]], r.Runs[i])
			}
			if !killers[v[0]] {
				sound, rest = append(sound, v), append(rest, r.Runs[i])
				if len(r.Runs[i].Trace) == 0 || r.Runs[i].Cost.Statements == 0 {
					t.Errorf("%s: %+v", name, r.Runs[i])
				}
			}
		}
		job.Vectors = sound
		again, err := w.Measure(t.Context(), job)
		if err != nil || len(again.Crashes) > 0 || !reflect.DeepEqual(again.Runs, rest) {
			t.Errorf("%s: alone %+v, %v", name, again, err)
		}
	}
}
