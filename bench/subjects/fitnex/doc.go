// Package fitnex holds thirty programs like those on which Xie, Tillmann, de
// Halleux and Schulte measured Fitnex ("Fitness-guided path exploration in
// dynamic symbolic execution", DSN 2009, sections 2 and 5): each is a chain of
// guards before one place that is hard to reach.
//
//	function      kind        expected  an input that reaches the target
//	TestLoop      loop        hard      90 and 20 times 15
//	CountSteps    loop        hard      7 and 15 times 4
//	TwoCounters   loop        hard      7 times -1001, 14 times 1001
//	LoopExample   loop        medium    44 and 4 times -60
//	HelloWorld    string      easy      "Hello World!"
//	Markup        string      medium    "<b>go</b>"
//	CountLetter   string      hard      18 times z, and "ab"
//	Palindrome    string      medium    "xabcxcbax"
//	Number        string      easy      "1729"
//	Echo          string      medium    "abcde=abcde+1"
//	Tokens        scanner     medium    "a 1 b 2 c"
//	Brackets      scanner     hard      15 times (, 15 times )
//	Pascal        parser      hard      "program X; begin end."
//	Flags         flags       easy      0, 2003, 1001
//	Lock          flags       medium    3 1 4 1 5 9
//	Turnstile     flags       hard      15 times "cp"
//	Retry         flags       hard      500, 200, and 16 times 500
//	Sorted        array       medium    1 2 3 4 5 6 7 8 9 11
//	FindBinary    array       medium    1 to 8, and 1
//	Permutation   array       medium    1 2 4 5 3
//	Checksum      array       medium    5 1 5 1 5 1 1 2
//	Stairs        array       hard      1 to 17
//	Quadratic     arithmetic  medium    1, -6, 0
//	GCD           arithmetic  hard      7, 147
//	Date          arithmetic  easy      29, 2, 2000
//	Allocate      arithmetic  easy      3, 4096
//	Remainders    arithmetic  easy      1073
//	Bubble        nested      hard      7 to 1
//	RowSums       nested      hard      6 times 9 9 2
//	Overlaps      nested      medium    0-3 1-4 2-5 4-7 8-9
//
// What is expected was written down before anything was measured, from the
// structure alone: easy needs a few sides of conditions outside loops or in
// short ones, medium about ten that go together, and hard a loop that goes on
// 15 times and more, or as many tokens and letters, with the right side each
// time. The paper has the same spread: choosing at random, 14 of its 30 subjects
// take fewer than 30 runs, and 8 more than 100.
//
// The target of a function is the true side of the one condition before its
// only "return true", which the comment "target" marks: the statement is alone in
// the body of an if without else, whose condition is atomic, so the branch is
// the place of this condition and T, as in loops.go:11:6/T. Package list finds
// it in the source. No input makes a subject panic, and all targets can be
// reached with at most 64 elements or letters.
//
// The paper prints TestLoop, HelloWorld and the loop of LoopExample, whose sum
// can never exceed 100, and describes the parser; of the other subjects it tells
// what they are made of. TestLoop and LoopExample keep their counts. LoopExample
// also stops at the end of its list, where the original would fail, and the
// operands of HelloWorld's condition are guards of their own. The other
// subjects are made for this package.
package fitnex
