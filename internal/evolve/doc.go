// Package evolve runs population searches on github.com/MaxHalford/eaopt. It
// is the only package that imports it.
//
// A Model says what is bred and who survives; the engine has each generation
// evaluated in one batch, counts, keeps the best, and stops:
//
//	r, err := evolve.Run(ctx, model, evaluator, evolve.Options{Size: 300, Evaluations: 100_000, Source: source})
//
// eaopt v0.4.2 evaluates one individual at a time, tests for an early end only
// between generations, and leaves wrong fitness behind when two individuals
// are crossed, as the crossing marks one of them alone. So of eaopt there is
// one population whose model is an adapter: it takes a whole generation from
// the Model, with its fitness; eaopt keeps the population and its order and
// drives the generations. Crossing, mutating or evaluating by eaopt's own
// models is a fault that panics. A search that ends within a batch ends
// Minimize by a sentinel error, before another evaluation.
//
// Members are never changed once they have their fitness, so a fitness cannot
// get old. To eaopt, infinite fitness and NaN are the largest float: it sums
// and sorts them.
//
// eaopt draws from math/rand; Source puts a generator of math/rand/v2 behind
// that. What a Model draws is its own affair.
//
// The engine takes O(n log n) a generation of n members beside the Model. A
// search runs on the goroutine that calls Run, but for one of eaopt's own.
//
// Not modelled: several eaopt populations, its speciation and migration, and
// populations that change their size.
package evolve
