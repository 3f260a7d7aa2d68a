package described

// What ISBN13 and ISSN return.
const (
	Right      = iota
	NoDigit    // a character that is no digit
	NoPrefix   // a book number begins with 978 or 979
	WrongCheck // the check digit does not fit
)

// ISBN13 checks a book number of thirteen digits: weighted 1, 3, 1, 3 …, they add up to a multiple of 10.
func ISBN13(number [13]byte) int {
	sum := 0
	for i := 0; i < len(number); i++ {
		c := number[i]
		if c < '0' || c > '9' {
			return NoDigit
		}
		if i%2 == 0 {
			sum += int(c - '0')
		} else {
			sum += 3 * int(c-'0')
		}
	}
	if number[0] != '9' || number[1] != '7' || number[2] != '8' && number[2] != '9' {
		return NoPrefix
	}
	if sum%10 != 0 {
		return WrongCheck
	}
	return Right
}

// ISSN checks a serial number of eight digits, the last of which may be X for ten: weighted 8, 7 … 1, they add up to
// a multiple of 11.
func ISSN(number [8]byte) int {
	sum := 0
	for i := 0; i < len(number); i++ {
		c := number[i]
		if i == 7 && c == 'X' {
			sum += 10
		} else if c >= '0' && c <= '9' {
			sum += (8 - i) * int(c-'0')
		} else {
			return NoDigit
		}
	}
	if sum%11 != 0 {
		return WrongCheck
	}
	return Right
}
