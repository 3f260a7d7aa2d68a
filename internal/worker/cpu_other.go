//go:build !unix

package worker

import "time"

// processor is not known.
func processor() time.Duration { return 0 }
