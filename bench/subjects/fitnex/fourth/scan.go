package fourth

import "strings"

// Duration wants a time such as "1h30m15s", the great units first and none above 59,
// that is 7530 seconds and names all three units.
func Duration(text string) bool {
	total, value, digits, last, parts := 0, 0, 0, 0, 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		if isDigit(c) {
			digits++
			value = 10*value + int(c-'0')
			if value > 59 {
				return false
			}
			continue
		}
		if digits == 0 {
			return false
		}
		place, seconds := 0, 0
		switch c {
		case 'h':
			place, seconds = 1, 3600
		case 'm':
			place, seconds = 2, 60
		case 's':
			place, seconds = 3, 1
		}
		if place <= last {
			return false
		}
		last = place
		total += seconds * value
		value, digits = 0, 0
		parts++
	}
	if digits > 0 {
		return false
	}
	if parts != 3 {
		return false
	}
	if total == 7530 {
		return true // target
	}
	return false
}

// Csv wants a line of four fields between commas. Two more commas and one quote,
// which is written twice, are inside of a field in quotes.
func Csv(line string) bool {
	const (
		begin = iota
		plain
		quoted
		closing
	)
	state, fields, commas, quotes := begin, 1, 0, 0
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case state == quoted && c == '"':
			state = closing
		case state == quoted:
			if c == ',' {
				commas++
			}
		case state == closing && c == '"':
			state = quoted
			quotes++
		case c == ',':
			state = begin
			fields++
		case state == begin && c == '"':
			state = quoted
		case state == closing || c == '"':
			return false
		default:
			state = plain
		}
	}
	if state == quoted {
		return false
	}
	if fields != 4 {
		return false
	}
	if commas != 2 {
		return false
	}
	if quotes == 1 {
		return true // target
	}
	return false
}

// Dna wants a strand of A, C, G and T in which a gene begins behind the first ATG,
// but not at once, and has four groups of three before one that ends it, two of
// them for the same acid.
func Dna(strand []byte) bool {
	for _, base := range strand {
		switch base {
		case 'A', 'C', 'G', 'T':
		default:
			return false
		}
	}
	text := string(strand)
	at := strings.Index(text, "ATG")
	if at < 1 {
		return false
	}
	codons, glycine := 0, 0
	ended := false
	for at += 3; at+3 <= len(text) && !ended; at += 3 {
		switch codon := text[at : at+3]; codon {
		case "TAA", "TAG", "TGA":
			ended = true
		default:
			codons++
			if strings.HasPrefix(codon, "GG") {
				glycine++
			}
		}
	}
	if !ended {
		return false
	}
	if codons != 4 {
		return false
	}
	if glycine == 2 {
		return true // target
	}
	return false
}
