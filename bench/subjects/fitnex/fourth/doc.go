// Package fourth holds thirty programs of the kinds of package fitnex, each a chain of
// guards before one place that is hard to reach. They were written from the kinds and
// the ninety others alone, without a look at the strategies, and none was searched
// before all were written: see Sets in package list.
//
//	function      kind        an input that reaches the target
//	Grades        loop        5 4 4 4 3
//	Savings       loop        200, and 5 times 100, 150
//	Race          loop        3 0 5 0 6 6, and 0 5 0 6 6 3
//	Bowling       loop        10 10 10 0 0 5 5 0 0 5 5 0 0 5 4 1 0
//	Photo         string      "IMG_9999.jpg"
//	Rhyme         string      "flight", "eght"
//	Color         string      "#d0a020"
//	Rotation      string      "oabcdg", "goabcd"
//	Acronym       string      "so can use but also"
//	Duration      scanner     "2h5m30s"
//	Csv           scanner     `a,"b,,""",c,`
//	Dna           scanner     "CATGGGACCCGGTAAATAA"
//	Rpn           parser      "7911++*"
//	Tags          parser      "<a><b><c/></b><d></d></a>"
//	Script        parser      "a=6;b=a+a;c=b+b;"
//	Alarm         flags       true, true, 0b11111, 5634
//	Hamming       flags       20
//	Lights        flags       0 2 4 1 6 2
//	Ferry         flags       "g-wgc-g"
//	Stats         array       1 2 3 5 12 12 21
//	Heap          array       1 10 2 11 12 3 4 13 14 15 16 5
//	Rain          array       5 1 5 1 5 1 5
//	Cycles        array       1 0 3 4 2 6 7 8 5
//	Wrap          arithmetic  98, 58
//	Triangle      arithmetic  10, 24, 26
//	Emirp         arithmetic  953
//	Order         arithmetic  5, 101
//	Saddle        nested      1 60 2, 10 50 20, and 3 70 4
//	Friends       nested      0-1 0-2 0-3 1-2 1-3 2-3 0-4 1-5
//	Distance      nested      "sitting"
//
// Targets are marked as in package fitnex. No input makes a subject panic.
package fourth
