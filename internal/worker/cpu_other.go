//go:build !unix

package worker

import "time"

// processorTime returns 0: the processor time is unknown on this system.
func processorTime() time.Duration { return 0 }
