package report

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strconv"
	"time"

	"nearmiss/experiment/task"
)

// CSV writes a line for each row, with a column for each measure that is a number. A number that was
// not measured is empty.
func (r *Report) CSV(w io.Writer) error {
	rows := r.list()
	names := map[string]bool{}
	for _, row := range rows {
		for name := range row.Numbers {
			names[name] = true
		}
	}
	measures := slices.Sorted(maps.Keys(names))
	out := csv.NewWriter(w)
	out.Write(append([]string{"subject", "arm", "seed", "budget", "revision", "machine", "finished", "processor_us", "wall_us", "error"}, measures...))
	integer := func(n int64) string { return strconv.FormatInt(n, 10) }
	for _, row := range rows {
		line := []string{
			row.Subject, row.Arm, integer(int64(row.Seed)), row.Budget, row.Revision, row.Machine, row.Finished.Format(time.RFC3339),
			integer(row.Processor.Microseconds()), integer(row.Wall.Microseconds()), row.Error,
		}
		for _, m := range measures {
			text := ""
			if x, ok := row.Numbers[m]; ok {
				text = strconv.FormatFloat(x, 'g', -1, 64)
			}
			line = append(line, text)
		}
		out.Write(line)
	}
	out.Flush()
	return out.Error()
}

// jsonRow is a row as JSON.
type jsonRow struct {
	Subject   string                `json:"subject"`
	Arm       string                `json:"arm"`
	Seed      uint64                `json:"seed"`
	Budget    string                `json:"budget"`
	Revision  string                `json:"revision"`
	Machine   string                `json:"machine"`
	Finished  time.Time             `json:"finished"`
	Processor int64                 `json:"processor_us"`
	Wall      int64                 `json:"wall_us"`
	Error     string                `json:"error,omitempty"`
	Numbers   map[string]float64    `json:"numbers"`
	Curves    map[string]task.Curve `json:"curves,omitempty"`
}

// JSON writes one list with an object for each row, curves included.
func (r *Report) JSON(w io.Writer) error {
	list := []jsonRow{}
	for _, row := range r.list() {
		list = append(list, jsonRow{
			row.Subject, row.Arm, row.Seed, row.Budget, row.Revision, row.Machine, row.Finished,
			row.Processor.Microseconds(), row.Wall.Microseconds(), row.Error, row.Numbers, row.Curves,
		})
	}
	out := json.NewEncoder(w)
	out.SetIndent("", " ")
	return out.Encode(list)
}
