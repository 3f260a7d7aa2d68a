// Package stats has the tests, effects and intervals that a campaign is judged by.
//
// A campaign runs arms (algorithms with options) on subjects, each with many seeds. Its unit is the subject, never
// the seed: seeds tell how well the value of one subject is known, and more seeds are no more evidence for other
// subjects. A claim about subjects therefore takes one value for each subject and arm, such as the median over
// seeds, or resamples subjects. The methods whose rows are seeds answer questions about one subject.
//
//	question                                              method                            unit
//	do two arms differ over subjects, by how much?        SignedRank                        subject
//	are two arms equal, up to a margin?                   TOST                              subject
//	how sure is any measure of the whole campaign?        ClusterBootstrap, BCa             subject, then seed
//	which primary contrasts hold, taken together?         Holm                              contrast
//	do two arms differ on this subject, by how much?      MannWhitney, A12                  seed
//	when do runs reach a target that some miss?           KaplanMeier, Median               seed
//	do two arms reach targets at different times,         LogRank, subjects as strata       seed, within
//	on these subjects?                                                                      its subject
//	does one arm reach this target more often?            Fisher, ShareDifference           seed
//	the same, both arms on the same seeds                 McNemar                           pair of seeds
//	how often does one arm reach this target?             Wilson                            seed
//
// For times of which some are censored, a claim about subjects takes the restricted mean of each subject and arm up
// to the budget, which is the mean if no run is censored before, and SignedRank or TOST over these. A median of times is no such value: runs stopped by the
// budget have no time.
//
// Two samples of five subjects, for example, that agree in direction have
//
//	SignedRank([]float64{5, 7, 4, 9, 8}, []float64{3, 2, 3, 5, 1}, 0.9)  // P = 2/2⁵ = 0.0625
//
// What the methods share:
//   - P-values are two-sided, but for the two of TOST. They are exact, but for LogRank and for MannWhitney of more
//     than MaxExact values.
//   - NaN, infinite values, empty samples and levels outside (0, 1) are errors, which say what to do. A sample that
//     shows nothing, such as one without a difference, is no error: P is 1. An interval for which the
//     sample is too small has an infinite limit.
//   - A run that did not reach its target is an Observation without event, at its budget; the other methods have no
//     place for it.
//   - Arguments are not changed. Functions are safe for concurrent use, as long as each has its own generator.
//
// Distributions and the distribution of U come from gonum and go-moremath. The signed-rank distribution, Holm, the
// bootstrap and the methods for censored times are written here, as neither has them. Not here: models with
// several factors, regression, tests of more than two arms.
package stats
