// Package kinds holds the kinds of tasks that a campaign file can name.
package kinds

import "nearmiss/experiment/task"

// All returns the kinds.
func All() []*task.Kind {
	return []*task.Kind{
		worstCase(),
		coverage(),
		mutation(),
		deletions(),
		refereed(),
		reportedFaults(),
		smallFaults(),
		branchSearch(),
		targetBranch(),
		methodPaths(),
		speed(),
		staticAnalysis(),
		solving(),
		law(),
		reaching(),
		fake(),
	}
}
