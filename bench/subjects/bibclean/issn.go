package bibclean

// CheckISSN checks a serial number: eight digits, the last of which is the
// check digit, X for ten, with one hyphen in the middle; blanks around it are
// let pass. The digits, weighted 8, 7, ... 1, add up to a multiple of 11.
func CheckISSN(value [14]byte) {
	var flags uint16
	var sum, digits, hyphens, strays, last int32
	Expected = 0
	TenCheck = false
	for i := 0; i < len(value); i++ {
		c := value[i]
		if c == 0 {
			break
		}
		if c == '-' {
			if digits != 4 {
				flags |= Misplaced
			}
			if hyphens > 0 {
				flags |= Doubled
			}
			hyphens++
		} else if c == ' ' || c == '\t' {
			if digits > 0 && digits < 8 {
				flags |= Misplaced
			}
		} else if c >= '0' && c <= '9' {
			last = int32(c - '0')
			if digits < 8 {
				sum += (8 - digits) * last
			}
			digits++
		} else if c == 'X' || c == 'x' {
			last = 10
			if digits == 7 {
				sum += last
			} else {
				flags |= MisplacedX
			}
			if c == 'x' {
				flags |= LowerX
			}
			digits++
		} else if c >= 'a' && c <= 'z' {
			flags |= Letter
		} else {
			strays++
		}
	}
	if strays > 0 {
		flags |= Stray
	}
	if digits == 0 {
		Flags = flags | Empty
		return
	}
	if digits < 8 {
		flags |= TooShort
	} else if digits > 8 {
		flags |= TooLong
	} else {
		if hyphens != 1 {
			flags |= BadSeparators
		}
		if sum == 0 {
			flags |= Placeholder
		} else if sum%11 != 0 {
			flags |= BadCheck
			want := (11 - (sum-last)%11) % 11
			if want == 10 {
				Expected = 'X'
			} else {
				Expected = byte('0' + want)
			}
		} else if last == 10 {
			TenCheck = true
		}
	}
	Flags = flags
}
