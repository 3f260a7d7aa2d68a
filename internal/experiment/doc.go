// Package experiment turns many seeded searches into the tables of the
// papers: success rates, mean evaluations, and what the tables of the paper
// say beside them.
//
//	rates := experiment.Group(trials)
//	rates["triangle.Triangle"][0].Rate() // share of the seeds that found the branch
//
// Source of the layout: Baars et al., Symbolic search-based testing, ASE 2011,
// Tables II and III. Values are plain data.
package experiment
