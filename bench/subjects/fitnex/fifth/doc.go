// Package fifth holds thirty more programs of the kinds of package fitnex, each a chain
// of guards before one place that is hard to reach. None is one of the hundred and
// twenty before, or a change of one. Some are easy and some are hard, and every target
// is reached by an input of at most some twenty elements or letters.
//
//	function    kind        an input that reaches the target
//	Toll        loop        45, and ten times 2, three times 3
//	Valleys     loop        four times -1, four times 1, -1 1 -1 1 1 1
//	Battery     loop        60 -60 -60 60 60 -60 -60 35
//	Streak      loop        six times 10000, 0 10000 0, three times 10000
//	Invoice     string      "INV-24-07-19/EU"
//	Isogram     string      "thumbscking"
//	Glob        string      "ma*_?.*", "main_x.go"
//	Slug        string      "Salt & Pepper!", "salt-and-pepper"
//	Zip         string      "sctix", "pano", "spcatniox"
//	Quoted      scanner     `"\xe9\n\"\x42c"`
//	Pages       scanner     "1-3,7,9-13,40"
//	Frames      scanner     1 2 7 8 12, 2 3 200 200 200 201, 3 0 3
//	Json        parser      "{a:[5,4,{b:[t]}]}"
//	Polynomial  parser      "x^2-9x+14"
//	Declare     parser      "var a:int;b,c,d:bool."
//	Knights     flags       false, false, true, false, true, 3
//	Netmask     flags       172.16.19.77, 255.255.240.0
//	Adventure   flags       "ntsdtuoutdn"
//	Dining      flags       0 0 0 1 1 1 2 2 2 0 1 2
//	Zigzag      array       10 30 10 40 10 40 10 40 10
//	Kadane      array       -5 -5 20 10 -10 30 -60 -5
//	Gray        array       5 7 3 2 6 4 0 1
//	Probing     array       10 43 21 32 4 5 6
//	Box         arithmetic  7, 9, 22
//	Kaprekar    arithmetic  1261
//	Dice        arithmetic  20471
//	Root        arithmetic  31328
//	Life        nested      ".....######....."
//	Change      nested      2 3 6 7
//	Spiral      nested      3 5 7 9, 21 48 50 11, and 19 17 15 13
//
// Targets are marked as in package fitnex. No input makes a subject panic.
package fifth
