package fitness

import (
	"testing"

	"nearmiss/internal/probe"
)

// TestNormTwin: the probes have the same norms.
func TestNormTwin(t *testing.T) {
	for i := range normNames {
		if got, want := probe.Norm(i).String(), Norm(i).String(); got != want {
			t.Errorf("%d is %s for the probes and %s here", i, got, want)
		}
	}
}
