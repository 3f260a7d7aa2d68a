// Package mosa is a many-objective search over all branches of a function at
// once: DynaMOSA, whose objectives come into the search as the branches that
// they depend on are covered.
//
// For
//
//	func f(a, b int) {
//		if a == 7 { // objectives 0 and 1
//			if b == a+10 { // objectives 2 and 3, which need 0
//				…
//			}
//		}
//	}
//
// the search begins with objectives 0 and 1 alone. When an input takes a == 7,
// 2 and 3 become objectives, and inputs that come near them are kept:
//
//	r, err := mosa.Search(ctx, evaluator, space, rng, mosa.Options{
//		Objectives: []mosa.Objective{{}, {}, {Needs: []int{0}}, {Needs: []int{0}}}, Evaluations: 100_000,
//	})
//
// Sources: Panichella, Kifetew, Tonella, Automated test case generation as a
// many-objective optimisation problem with dynamic selection of the targets,
// IEEE TSE 44(2), 2018: the dynamic selection of targets (objectives.go), the
// archive (archive.go), preference criterion and preference sorting (prefer.go,
// survive.go). Fast non-dominated sorting: Deb, Pratap, Agarwal, Meyarivan, A
// fast and elitist multiobjective genetic algorithm: NSGA-II, IEEE TEC 6(2),
// 2002 (fronts.go). Sub-vector dominance as crowding distance: Köppen, Yoshida,
// Substitute distance assignments in NSGA-II for handling many-objective
// optimization problems, EMO 2007 (crowd.go).
//
// The operators compare members by their ranks under each objective, so the
// fitness may be either of package search, with its tie-break or without.
//
// Where the papers leave a choice: the population has 50 members, or as many as
// the first front if that is larger, so that the nearest input of no objective
// is lost; tournaments are of ten; three of four children have two parents;
// every child is mutated; a tenth of the children come of no parents: half of
// those are archived inputs, mutated, and the others are drawn. Of equally
// near inputs the preference criterion takes the one with fewer words. The
// archive keeps the first input that covers an objective: shrinking comes
// later. When no open objective is released, all are. An objective is measured
// from when the next cover may release it; members that were not measured
// against an objective when it is released are run again, and that is counted.
//
// A generation of n members and m objectives takes O(m·n log n) for the ranks,
// O(m·n²) at most for fronts and crowding, beside its evaluations, which are
// one batch.
//
// Not modelled: noise; the lengths of inputs as an objective of their own. A
// search is one goroutine's; the evaluator may spread a batch over several.
// What it finds depends on the generator and the evaluator's answers alone.
package mosa
