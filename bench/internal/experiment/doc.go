// Package experiment has what experiments on real packages share. Judge measures sets of tests, the package's
// own among them, by a referee: gobco, which is built from the module proxy
// and kept in the user's cache, or our probes under go test. Fuzz writes
// harnesses for go test -fuzz and gives them as much time as cover had; Stress
// runs tests many times under the race detector; Local copies a module out of
// the module cache.
//
//	v, err := experiment.Judge(ctx, "", pkg, scratch, experiment.Set{"emitted", dir}, experiment.Set{Name: "own"})
//	emitted, own := v.Count(0), v.Count(1)
//
// Values are plain data.
package experiment
