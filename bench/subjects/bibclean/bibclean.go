// Package bibclean checks book and serial numbers in the way of the
// bibliography tidier of that name, after the subjects check_ISBN and
// check_ISSN of Baars et al., "Symbolic search-based testing", ASE 2011,
// Table I: 54 branches and one loop each, over a buffer of 14 bytes, a domain
// of 2^112.
//
// What is checked comes from the standards: ISO 2108 (ISBN of ten digits) and
// ISO 3297 (ISSN). A value ends at its first zero byte or with the buffer. The
// verdict goes to package variables, which the functions write and never read.
//
// The branches behind the number of digits and behind the remainder by 11 are
// the hard ones: both come out of the loop, so the path conditions lose them,
// and a change of one byte seldom changes the count. The paper's local search
// found none of four such branches of check_ISSN with either fitness.
package bibclean

// What can be wrong with a number, as bits of Flags.
const (
	Stray         = 1 << iota // a character that has no place in a number
	Letter                    // a small letter
	Misplaced                 // a separator where none may stand
	Doubled                   // a second hyphen
	MisplacedX                // an X that is not the check digit
	LowerX                    // a small x
	Empty                     // no digit at all
	TooShort                  // not enough digits
	TooLong                   // too many digits
	BadCheck                  // the check digit does not fit
	BadSeparators             // not the separators that the standard asks for
	Placeholder               // nothing but zeros
)

// The verdict of the last check.
var (
	Flags    uint16 // what is wrong
	Area     byte   // ISBN: digits in the group identifier, 0 if not known
	Expected byte   // ISSN: the check digit that would have fitted, 0 if it fits
	TenCheck bool   // ISSN: the number is right and its check digit is X
)
