package kinds

import (
	"errors"

	"nearmiss/experiment/task"
)

// clocks are the options of a budget of time. A budget has one of them at most.
var clocks = []task.Option{
	{Name: "cpu", Type: task.Duration, Doc: "processor time"},
	{Name: "time", Type: task.Duration, Doc: "wall-clock time"},
}

// checkClocks returns an error if a budget has two clocks.
func checkClocks(_, budget task.Options) error {
	if budget.Text("cpu") != "" && budget.Text("time") != "" {
		return errors.New("cpu and time exclude each other: one clock ends a search")
	}
	return nil
}
