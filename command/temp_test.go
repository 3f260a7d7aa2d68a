package command

import (
	"io"
	"os"
	"testing"
)

// TestRunTwice: Run leaves the variables for temporary files as it found them, so that the
// process can make such files after it, and call it again.
func TestRunTwice(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	was, wasSet := os.LookupEnv("GOTMPDIR")
	for range 2 {
		Run(t.Context(), []string{"explore", "./missing.F"}, io.Discard, io.Discard)
		f, err := os.CreateTemp("", "")
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
		if is, isSet := os.LookupEnv("GOTMPDIR"); is != was || isSet != wasSet {
			t.Errorf("GOTMPDIR is %q", is)
		}
	}
}
