// Package object provides a program for package dse: a method whose inputs are states of its
// receiver that calls can make.
//
//	s, err := subject.Find(ctx, ".(*Sample).Run", subject.Options{States: true})
//	code, err := symexec.Load(ctx, s.Set)
//	m, err := object.MethodOf(s)
//	p, err := object.New(ctx, m, code, object.Options{})
//	r, err := dse.Search(ctx, p, dse.BreadthFirst, rng, dse.Options{Starts: p.Starts()})
//	calls := p.Calls(r.Covered[branch].Path.Input) // as s.Call prints them
//
// For
//
//	type Account struct{ step, balance int }
//
//	func Open() *Account
//	func (a *Account) Deposit(n int)
//	func (a *Account) Draw(n int) bool { if a.balance > 100 { … } … }
//
// the path condition of Open().Draw(0) is a.balance <= 100, over the fields of the receiver. Its
// other side asks for calls that make an account with a.balance > 100. A solver would set the
// field, which no caller can do. Package object answers with calls: Open(), then Deposit(101).
//
// # Two forms of an input
//
// The symbolic executor runs an input as plain data, pointers and fields, regardless of the calls
// that make it (subject.EntryLiteral). Conditions are therefore over fields, including fields
// behind pointers of the receiver. Machine code makes the input by calls (subject.EntryCall). A
// third entry converts calls to plain data: it does not call the method, but reports the receiver
// and the arguments before the call (subject.EntryState, input.Literal). Each state is stored with
// the shortest calls that made it.
//
// # A question
//
//  1. A kept state may satisfy the clauses (satisfy.go).
//  2. The solver is asked for any plain data. If there is none, the question is infeasible.
//  3. Otherwise calls are bred (evolve.go) from the calls of the nearest states. The distance
//     of a state is the sum over the clauses of their normalised distances. Words of the
//     solver's model replace words of the calls that the state stores.
//  4. The calls found are simplified, as long as the clauses hold.
//
// A question without an answer is no proof. Each prefix for which a last clause was asked in vain
// lowers the budget of the next question with that clause, until one succeeds. A repeated question
// has the whole budget, and more if its last clause was asked for one prefix only.
//
// Several questions at a time (together.go) take turns: while a worker runs the call sequences of
// one, the others breed and rank theirs.
//
// # Invariants
//
// Invariants are properties that held in every state of the receiver so far, by templates
// (invariant.go): 0 <= wrong <= 3, len(items) <= max, a field that never changes. A state that
// breaks an invariant other than a bound is kept to breed from. ContradictingInvariants returns the
// invariants that contradict a path for which no state was found. An invariant is not taken for a
// proof.
//
// # Cost
//
// To breed and run a call sequence takes some forty microseconds, half of it for the run. The 32
// paths of the paper's sample take some 87 000 sequences breadth first, for 440 questions, and some
// 25 000 with Tardis, and some 3 400 where states met on the way are run.
//
// # Not modelled
//
// Memory that a state shares with itself or with an argument: plain data does not share. A state
// that holds a non-nil interface, function or channel, or refers to itself, cannot be used, and is
// counted with its reason. An exception is a field of the package that neither the method nor the
// code it calls reads: it may hold any value. Fields of other packages that no method exposes, such
// as those of a sync.Mutex, are assumed to be zero. A parameter that can be made in several ways,
// and is not an object, is made in the same way in all inputs.
//
// A Program belongs to one goroutine. The same generator and the same questions give the
// same answers, for any number of workers.
//
// Sources: Ernst et al., The Daikon system for dynamic detection of likely invariants, 2007,
// for the templates. Modonato, Combining dynamic symbolic execution, machine learning and search-based
// testing to automatically generate test cases for classes, section 3: the test case
// generation step.
package object
