// Package second holds thirty programs of the kinds of package fitnex, each a chain of
// guards before one place that is hard to reach. They were written from the kinds alone,
// without a look at the strategies, and tried when those were done: see Sets in package
// list.
//
//	function      kind        expected  an input that reaches the target
//	Budget        loop        easy      100, and 50 30 20
//	Collatz       loop        medium    7
//	Tank          loop        hard      40 40 40 -40 -40 -40 -40 40 33
//	Email         string      easy      "a.b@c.org"
//	Clock         string      easy      "23:59:59"
//	Unpack        string      medium    "1b1a2l2o1n"
//	Anagram       string      hard      "tinsel"
//	Version       scanner     easy      "v2.10.4"
//	Address       scanner     medium    "172.16.0.254"
//	Settings      scanner     medium    "a=3;b=4;c=5"
//	Comments      scanner     hard      "/*"/*""*/
//	Roman         parser      hard      "MCMXCIV"
//	Calc          parser      hard      "7*((4+9))"
//	Nest          parser      hard      "[9,9,2,[[]]]"
//	Select        parser      medium    "select a,b from t"
//	Permissions   flags       easy      0o750
//	Login         flags       easy      0 0 0 8080 4711
//	Vending       flags       medium    50 50 10 50 50 50 10 20 10
//	Elevator      flags       medium    9 0 9 4 5
//	Rotated       array       medium    5 6 7 1 2 3 4
//	Majority      array       easy      1 42 42 42 2
//	Balance       array       hard      5 5 5 5 20 5 5 5 5
//	Histogram     array       hard      1 2 2 3 3 3 4 4 5
//	Coins         arithmetic  easy      4, 2, 4
//	Hands         arithmetic  easy      8, 43
//	DigitalRoot   arithmetic  medium    39999
//	ISBN          arithmetic  medium    "303030101X"
//	Latin         nested      hard      3 1 2 2 3 1 1 2 3
//	Common        nested      easy      1 2 3, and 3 2 1
//	Triples       nested      hard      -3 to 3
//
// What is expected was written down before anything was measured, from the code
// alone: easy needs a few conditions that go together, medium about ten, and hard
// more, or numbers that depend on how often a loop went where.
//
// The target of a function is the true side of the one condition before its
// only "return true", which the comment "target" marks: the statement is alone in
// the body of an if without else, whose condition is atomic, so the branch is
// the place of this condition and T, as in loops.go:23:5/T. Package list finds
// it in the source. No input makes a subject panic, and all targets can be
// reached with at most 17 elements or letters.
package second
