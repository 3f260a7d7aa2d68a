//go:build !unix

package worker

import "time"

// processor returns 0: the processor time is unknown on this system.
func processor() time.Duration { return 0 }
