package third

// Morse wants the call for help, with one space between letters.
func Morse(signal string) bool {
	const tree = "  etianmsurwdkgo"
	var word []byte
	node := 1
	for i := 0; i <= len(signal); i++ {
		if i == len(signal) || signal[i] == ' ' {
			if node == 1 {
				return false
			}
			word = append(word, tree[node])
			node = 1
			continue
		}
		switch signal[i] {
		case '.':
			node = 2 * node
		case '-':
			node = 2*node + 1
		default:
			return false
		}
		if node >= len(tree) {
			return false
		}
	}
	if string(word) == "sos" {
		return true // target
	}
	return false
}

// Formula wants a chemical formula of the elements H, C, N and O with nine atoms
// and the mass 46.
func Formula(text string) bool {
	atoms, mass := 0, 0
	for i := 0; i < len(text); {
		weight := 0
		switch text[i] {
		case 'H':
			weight = 1
		case 'C':
			weight = 12
		case 'N':
			weight = 14
		case 'O':
			weight = 16
		default:
			return false
		}
		i++
		count := 0
		for i < len(text) && text[i] >= '0' && text[i] <= '9' {
			count = 10*count + int(text[i]-'0')
			if count < 2 || count > 60 {
				return false
			}
			i++
		}
		count = max(count, 1)
		atoms += count
		mass += count * weight
	}
	if atoms != 9 {
		return false
	}
	if mass == 46 {
		return true // target
	}
	return false
}

// Float wants a negative number with three digits behind the point and the
// exponent -12.
func Float(text string) bool {
	const (
		begin = iota
		whole
		fraction
		power
	)
	state, digits, places, exponent := begin, 0, 0, 0
	negative, down := false, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '-' && i == 0:
			negative = true
		case c == '-' && state == power && text[i-1] == 'e':
			down = true
		case c == '.' && state == whole:
			state = fraction
		case c == 'e' && digits > 0 && state != power:
			state = power
		case c < '0' || c > '9':
			return false
		case state == power:
			exponent = 10*exponent + int(c-'0')
			if exponent > 300 {
				return false
			}
		case state == fraction:
			places++
			digits++
		default:
			state = whole
			digits++
		}
	}
	if !negative || !down {
		return false
	}
	if places != 3 {
		return false
	}
	if exponent == 12 {
		return true // target
	}
	return false
}

// Logic wants a formula that holds, with three operators, of which two are
// conjunctions, and something negated in it:
//
//	formula = product { "|" product }
//	product = factor { "&" factor }
//	factor  = "T" | "F" | "!" factor | "(" formula ")"
func Logic(text string) bool {
	l := &logic{text: text}
	holds := l.formula()
	if l.bad || l.at < len(text) {
		return false
	}
	if !holds {
		return false
	}
	if l.nots == 0 {
		return false
	}
	if l.ors != 1 {
		return false
	}
	if l.ands == 2 {
		return true // target
	}
	return false
}

// A logic is a parser that counts the operators.
type logic struct {
	text            string
	at              int
	bad             bool
	ands, ors, nots int
}

func (l *logic) formula() bool {
	value := l.product()
	for l.reads('|') {
		right := l.product()
		value = value || right
		l.ors++
	}
	return value
}

func (l *logic) product() bool {
	value := l.factor()
	for l.reads('&') {
		right := l.factor()
		value = value && right
		l.ands++
	}
	return value
}

func (l *logic) factor() bool {
	switch {
	case l.reads('T'):
		return true
	case l.reads('F'):
		return false
	case l.reads('!'):
		l.nots++
		return !l.factor()
	case l.reads('('):
		value := l.formula()
		if !l.reads(')') {
			l.bad = true
		}
		return value
	}
	l.bad = true
	return false
}

// reads goes on if that character is next, and reports whether it is.
func (l *logic) reads(c byte) bool {
	if l.at == len(l.text) || l.text[l.at] != c {
		return false
	}
	l.at++
	return true
}
