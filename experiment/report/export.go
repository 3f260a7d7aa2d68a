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
	out.Write(append([]string{"subject", "arm", "seed", "budget", "revision", "machine", "finished", "processor_s", "wall_s", "error"}, measures...))
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	for _, row := range rows {
		line := []string{
			row.Subject, row.Arm, strconv.FormatUint(row.Seed, 10), row.Budget, row.Revision, row.Machine, row.Finished.Format(time.RFC3339),
			number(row.Processor.Seconds()), number(row.Wall.Seconds()), row.Error,
		}
		for _, m := range measures {
			text := ""
			if x, ok := row.Numbers[m]; ok {
				text = number(x)
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
	Processor float64               `json:"processor_s"`
	Wall      float64               `json:"wall_s"`
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
			row.Processor.Seconds(), row.Wall.Seconds(), row.Error, row.Numbers, row.Curves,
		})
	}
	out := json.NewEncoder(w)
	out.SetIndent("", " ")
	return out.Encode(list)
}
