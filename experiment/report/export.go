package report

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strconv"
	"time"

	"nearmiss/experiment/store"
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
	head := []string{
		"subject", "arm", "seed", "budget", "revision", "machine", "finished", "processor_ns", "wall_ns", "error",
	}
	out.Write(append(head, measures...))
	integer := func(n int64) string { return strconv.FormatInt(n, 10) }
	for _, row := range rows {
		line := []string{
			row.Subject, row.Arm, integer(int64(row.Seed)), row.Budget,
			row.Revision, row.Machine, row.Finished.Format(time.RFC3339),
			integer(int64(row.Processor)), integer(int64(row.Wall)), row.Error,
		}
		for _, m := range measures {
			text := ""
			if x, ok := row.Number(m); ok {
				text = strconv.FormatFloat(x, 'g', -1, 64)
			}
			line = append(line, text)
		}
		out.Write(line)
	}
	out.Flush()
	return out.Error()
}

// JSON writes one list with an object for each row, curves included.
func (r *Report) JSON(w io.Writer) error {
	out := json.NewEncoder(w)
	out.SetIndent("", " ")
	return out.Encode(append([]*store.Row{}, r.list()...))
}
