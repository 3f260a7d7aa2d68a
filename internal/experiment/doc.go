// Package experiment turns many seeded searches into the tables of the
// papers: success rates, mean evaluations, and what the tables of the paper
// say beside them.
//
//	rates := experiment.Group(trials)
//	rates["triangle.Triangle"][0].Rate() // share of the seeds that found the branch
//
// Judge is for real packages: it measures the tests that cover has written,
// beside the package's own tests, by a referee: gobco, which is built from the
// module proxy and kept in the user's cache, or our probes under go test.
//
//	v, err := experiment.Judge(ctx, "", pkg, dirOfTests, scratch)
//	total, emitted, own := v.Count()
//
// Source of the layout: Baars et al., Symbolic search-based testing, ASE 2011,
// Tables II and III. Values are plain data.
package experiment
