// Package third holds thirty programs of the kinds of package fitnex, each a chain of
// guards before one place that is hard to reach. They were written from the kinds alone,
// without a look at the strategies, and tried when what package second had shown was
// mended: see Sets in package list.
//
//	function      kind        an input that reaches the target
//	Darts         loop        60 41 60 60 1 40
//	Jumps         loop        3 3 4 -2 -2 3 -1 0
//	Blackjack     loop        1 2 2 2 2 2
//	Drawdown      loop        100 101 102 103 104 105 80 101
//	Plate         string      "ABC-9900"
//	Caesar        string      "exxego", 4
//	CamelCase     string      "goToMyHome"
//	Vowels        string      "abecidofu"
//	Password      string      "Ab1Cd2!3?"
//	Path          string      "/a/../b/c/go"
//	Morse         scanner     "... --- ..."
//	Formula       scanner     "C2H6O"
//	Float         scanner     "-1.250e-12"
//	Logic         parser      "T&(F|!F)&T"
//	Tennis        flags       "ababababbb"
//	Editor        flags       "^n^a^n^x<x<"
//	Handshake     flags       "saddaafsadaf"
//	Thermostat    flags       15 20 25 15 20 25 15 20 20 25
//	Robot         flags       "RFFLFFFL"
//	Mountain      array       1 2 3 4 5 9 5 3 1
//	Cache         array       1 2 3 1 2 3 4 5 6 6
//	Poker         array       12 25 38 0 13
//	Tree          array       -1 0 1 2 3 0 0 0
//	Bits          arithmetic  1364
//	Divisors      arithmetic  315
//	Fibonacci     arithmetic  4, 36
//	Tax           arithmetic  92000, 3
//	Queens        nested      1 3 5 0 2 4
//	Islands       nested      "##.#...###.#"
//	Subsequences  nested      1 2 3 4 9 8 7 7
//
// Targets are marked as in package fitnex. No input makes a subject panic.
package third
