// Package object is a program for package dse: a method whose inputs are states of its
// receiver that calls have made.
//
//	s, err := subject.Find(ctx, ".(*Sample).Run", subject.Options{States: true})
//	code, err := symexec.Load(ctx, s.Set)
//	p, err := object.New(ctx, s, code, object.Options{})
//	r, err := dse.Search(ctx, p, dse.BreadthFirst, rng, dse.Options{Starts: p.Starts()})
//	calls, ok := p.Legal(r.Covered[branch].Path.Input) // as s.Call prints them
//
// For
//
//	type Account struct{ step, balance int }
//
//	func Open() *Account
//	func (a *Account) Deposit(n int)
//	func (a *Account) Draw(n int) bool { if a.balance > 100 { … } … }
//
// the path condition of Open().Draw(0) is a.balance <= 100, over the fields of the receiver.
// Its other side is a question: which calls make an account with a.balance > 100? A solver
// would set the field, as no caller can. Here the answer is Open(), then Deposit(101).
//
// # Two forms of an input
//
// An input is run by the symbolic executor as plain data, pointers and fields, whatever
// makes it (subject.EntryLiteral): so conditions are over fields, also of what the receiver
// points to. Machine code makes it by calls (subject.EntryCall). What leads from calls to
// plain data is a third entry that calls nothing, and reports the receiver and the arguments
// as they are then (subject.EntryState, input.Literal). Each state is remembered with the
// shortest calls that made it.
//
// # A question
//
//  1. Of the states that are kept one may do (satisfy.go).
//  2. The solver is asked for any plain data. If there is none, that is a proof.
//  3. Else calls are bred (evolve.go) from those whose states are nearest: by the sum over
//     the clauses of their normalised distances. Words of the solver's model take the place
//     of what a state has instead, where calls store them.
//  4. What was found is made simpler, as long as the clauses hold.
//
// A question that was not answered is no proof of anything. The more prefixes its last clause
// was asked for behind in vain, the less a next one may take, until one succeeds; asked again,
// it has all of its budget, and more behind the only one.
//
// # Invariants
//
// What held in every state of the receiver, by templates (invariant.go): 0 <= wrong <= 3,
// len(items) <= max, a field that never changes. A state that breaks what held, other than a
// mere bound, is kept to breed from. Forbids says which of them contradict a path that no
// state was found for. None is ever taken for a proof.
//
// # Cost
//
// A call sequence that is bred takes some forty microseconds, of which half is its run. The
// 32 paths of the paper's sample take some 87 000 breadth first, for 440 questions, and some
// 25 000 as Tardis asks (docs/tardis.md).
//
// # Not modelled
//
// Memory that a state shares with itself or with an argument: plain data does not share. A
// state that holds an interface, a function or a channel that is not nil, or leads to
// itself, cannot be used, and is counted with its reason; but a field of the package that the
// method does not read, nor what it calls there, may hold anything. Fields of other packages that
// nothing shows, such as those of a sync.Mutex, are taken to be zero. A parameter that can be
// made in several ways, and is no object, is made in the same way in all inputs. What a call
// returned is no argument of a later one.
//
// A Program belongs to one goroutine. The same generator and the same questions give the
// same answers.
//
// Sources: Ernst et al., The Daikon system for dynamic detection of likely invariants, 2007,
// for the templates. Modonato, Combining dynamic symbolic execution, machine learning and search-based
// testing to automatically generate test cases for classes, section 3: the test case
// generation step.
package object
