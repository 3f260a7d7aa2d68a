// Package described has functions of the literature on testing, written from their published descriptions: what
// they compute, and not how, is that of the sources. None was written for a search or a table of results.
//
//	SampleLayout, RowLayout   TIFF 6.0 (Adobe 1992), section 8 and 19: format and size of a sample
//	ISBN13, ISSN              ISO 2108:2017, ISO 3297:2022: prefix and check digit
//	Triangle                  Myers, The art of software testing, 1979, chapter 1
//	Quadratic                 Beizer, Software testing techniques, 1990: kinds of roots
//	NextDay                   Jorgensen, Software testing: a craftsman's approach, 1995: NextDate, 1812 to 2012
//	Weekday                   Zeller, Kalender-Formeln, Acta Mathematica 9, 1887
//	Advisory                  Hutchins et al., Experiments on the effectiveness of dataflow- and control-flow-based
//	                          test adequacy criteria, ICSE 1994: tcas, the choice of a climb or descent
package described
