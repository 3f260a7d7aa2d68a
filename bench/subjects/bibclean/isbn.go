package bibclean

// CheckISBN checks a ten-digit book number: nine digits and a check digit, X
// for ten, with a hyphen or a space between the four parts or nowhere. The
// digits, weighted 10, 9, ... 1, add up to a multiple of 11.
func CheckISBN(value [14]byte) {
	var flags uint16
	var sum, digits, separators, strays, group int32
	var before byte
	Area = 0
	for i := 0; i < len(value); i++ {
		c := value[i]
		if c == 0 {
			break
		}
		if c == '-' || c == ' ' {
			if digits == 0 || before == '-' || before == ' ' {
				flags |= Misplaced
			}
			separators++
		} else if c >= '0' && c <= '9' {
			if digits < 10 {
				sum += (10 - digits) * int32(c-'0')
			}
			digits++
		} else if c == 'X' || c == 'x' {
			if digits == 9 {
				sum += 10
			} else {
				flags |= MisplacedX
			}
			if c == 'x' {
				flags |= LowerX
			}
			digits++
		} else {
			strays++
		}
		before = c
	}
	group = int32(value[0]) - '0'
	if strays > 0 {
		flags |= Stray
	}
	if digits == 0 {
		Flags = flags | Empty
		return
	}
	if digits < 10 {
		flags |= TooShort
	} else if digits > 10 {
		flags |= TooLong
	} else if sum%11 != 0 {
		flags |= BadCheck
	} else if sum == 0 {
		flags |= Placeholder
	} else if group <= 5 || group == 7 {
		Area = 1
	} else if group == 8 {
		Area = 2
	}
	if separators != 0 && separators != 3 {
		flags |= BadSeparators
	}
	if before == '-' || before == ' ' {
		flags |= Misplaced
	}
	Flags = flags
}
