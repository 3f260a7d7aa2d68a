package fitnex

// Tokens wants a line of three words and two numbers.
func Tokens(line string) bool {
	words, numbers := 0, 0
	i := 0
	for i < len(line) {
		switch {
		case line[i] == ' ':
			i++
		case isLetter(line[i]):
			for i < len(line) && isLetter(line[i]) {
				i++
			}
			words++
		case isDigit(line[i]):
			for i < len(line) && isDigit(line[i]) {
				i++
			}
			numbers++
		default:
			return false
		}
	}
	if words != 3 {
		return false
	}
	if numbers == 2 {
		return true // target
	}
	return false
}

// Brackets wants brackets alone that are balanced and 15 deep.
func Brackets(text string) bool {
	depth, deepest := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(':
			depth++
			deepest = max(deepest, depth)
		case ')':
			depth--
			if depth < 0 {
				return false
			}
		default:
			return false
		}
	}
	if depth != 0 {
		return false
	}
	if deepest == 15 {
		return true // target
	}
	return false
}
