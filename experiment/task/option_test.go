package task

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestOptionCheck(t *testing.T) {
	tests := []struct {
		o     Option
		value any
		want  string
	}{
		{Option{Name: "algo"}, "ese", ""},
		{Option{Name: "algo"}, int64(3), `algo is 3, and must be text`},
		{Option{Name: "size", Type: Int, Least: 1}, int64(1), ""},
		{Option{Name: "size", Type: Int, Least: 1}, int64(0), "size is 0, and must be at least 1"},
		{Option{Name: "size", Type: Int}, 1.5, "size is 1.5, and must be a whole number"},
		{Option{Name: "size", Type: Int}, "10", `size is "10", and must be a whole number`},
		{Option{Name: "rate", Type: Number}, int64(2), ""},
		{Option{Name: "rate", Type: Number, Least: 0.5}, 0.25, "rate is 0.25, and must be at least 0.5"},
		{Option{Name: "ls", Type: Flag}, false, ""},
		{Option{Name: "ls", Type: Flag}, "no", `ls is "no", and must be true or false`},
		{Option{Name: "cpu", Type: Duration}, "1m30s", ""},
		{Option{Name: "cpu", Type: Duration}, "-3s", `cpu is "-3s", and must be a duration such as 10s`},
		{Option{Name: "cpu", Type: Duration}, int64(3), "cpu is 3, and must be a duration such as 10s"},
		{Option{Name: "cpu", Type: Duration}, map[string]any{}, "cpu is map[], and must be a duration such as 10s"},
	}
	for _, tt := range tests {
		got := ""
		if err := tt.o.Check(tt.value); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s = %v: %q, want %q", tt.o.Name, tt.value, got, tt.want)
		}
	}
}

// Options mean the same after a journey as JSON, and their text is the same.
func TestOptionsTravel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := Options{
			"text": rapid.String().Draw(t, "text"), "flag": rapid.Bool().Draw(t, "flag"),
			"int": rapid.Int64Range(-1<<53, 1<<53).Draw(t, "int"), "number": rapid.Float64Range(-1e9, 1e9).Draw(t, "number"),
			"duration": rapid.SampledFrom([]string{"10s", "1h3m", "3ms"}).Draw(t, "duration"),
		}
		var there Options
		if err := json.Unmarshal([]byte(o.String()), &there); err != nil {
			t.Fatal(err)
		}
		all := func(o Options) string {
			return fmt.Sprintf("%q %v %d %v %v",
				o.Text("text"), o.Flag("flag"), o.Int("int"), o.Number("number"), o.Duration("duration"))
		}
		if all(there) != all(o) {
			t.Errorf("%s there, %s here", all(there), all(o))
		}
		if there.String() != o.String() {
			t.Errorf("%s there, %s here", there, o)
		}
	})
	if o := (Options{}); o.Text("x") != "" || o.Flag("x") || o.Int("x") != 0 || o.Duration("x") != time.Duration(0) {
		t.Error("an option that is not given has a value")
	}
}
