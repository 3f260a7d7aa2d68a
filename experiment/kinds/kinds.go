// Package kinds holds the kinds of tasks that a campaign file can name.
package kinds

import "nearmiss/experiment/task"

// All returns the kinds.
func All() []*task.Kind { return []*task.Kind{worstCase(), fake()} }

// ByName returns the kind of a name, nil if there is none.
func ByName(name string) *task.Kind {
	for _, k := range All() {
		if k.Name == name {
			return k
		}
	}
	return nil
}
