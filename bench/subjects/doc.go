// Package subjects holds, one directory each, the programs on which the papers
// measured their searches, written anew in Go with the widths of C.
//
// The first set is that of Baars, Harman, Hassoun, Lakhotia, McMinn, Tonella
// and Vos, "Symbolic search-based testing", ASE 2011, Table I:
//
//	function                     branches  loops  domain
//	bibclean.CheckISBN                 54      1  2^112
//	bibclean.CheckISSN                 54      1  2^112
//	defroster.DefrosterMain            72      0  2^137
//	f2.F2                              46      0  2^272
//	tiff.GetSourceSamples              32      2  2^135
//	tiff.SetSample                     28      0  2^1102
//	tiff.PlaceImage                    24      0  2^8402
//	triangle.Triangle                  28      0  2^96
//	                                  338      4
//
// A branch is one outcome of one atomic condition: an operand of &&, || and !
// counts by itself, and so does every case of a switch. The domain is the
// product of the declared types of the parameters and of the package variables
// that the function reads; a bool is one bit. Variables that only report
// something are written and never read.
//
// The code of the originals was not used. Two of them were never published,
// and of the others only names, sizes and purpose are kept, so the branch
// numbers of the paper's Table II name no line here. What is hard in tiff and
// triangle was written after that table: it shows that the fitness does what it is
// meant to, and is no evidence for the paper. The comment of each package says what
// is invented. The test of this package counts the branches, loops and bits, and runs for every branch an
// input that takes it: all 338 are feasible.
package subjects
