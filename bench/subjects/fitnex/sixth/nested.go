package sixth

// Warshall wants the lengths of the ways between four places, each from -9 to 99, such
// that no round trip is shorter than to stay. The straight way from the first to the last
// takes more than 30 and the shortest 5, there is one length below zero, and at least
// four ways become shorter in time. It follows FloydWarshall of
// gonum.org/v1/gonum/graph/path.
func Warshall(ways [][]int) bool {
	if len(ways) != 4 {
		return false
	}
	var dist [4][4]int
	below := 0
	for i, row := range ways {
		if len(row) != 4 || row[i] != 0 {
			return false
		}
		for j, w := range row {
			if w < -9 || w > 99 {
				return false
			}
			if w < 0 {
				below++
			}
			dist[i][j] = w
		}
	}
	if below != 1 || dist[0][3] <= 30 {
		return false
	}
	shorter := 0
	for k := range dist {
		for i := range dist {
			for j := range dist {
				if joint := dist[i][k] + dist[k][j]; joint < dist[i][j] {
					dist[i][j] = joint
					shorter++
				}
			}
		}
	}
	for i := range dist {
		if dist[i][i] < 0 {
			return false
		}
	}
	if shorter < 4 {
		return false
	}
	if dist[0][3] == 5 {
		return true // target
	}
	return false
}

// longestMatch returns where the longest text that is in a and in b begins in each, the
// first of these in a, and its length.
func longestMatch(a, b string) (inA, inB, size int) {
	var before []int
	for i := range len(a) {
		now := make([]int, len(b))
		for j := range len(b) {
			if a[i] != b[j] {
				continue
			}
			now[j] = 1
			if i > 0 && j > 0 {
				now[j] = before[j-1] + 1
			}
			if now[j] > size {
				inA, inB, size = i-now[j]+1, j-now[j]+1, now[j]
			}
		}
		before = now
	}
	return inA, inB, size
}

// Blocks wants two texts of eight letters with three blocks in common, in this order in
// both, of six letters together and three in the longest, which begins after three letters
// of the first or later. It follows (*SequenceMatcher).findLongestMatch and
// GetMatchingBlocks of github.com/pmezard/go-difflib.
func Blocks(a, b string) bool {
	if len(a) != 8 || len(b) != 8 {
		return false
	}
	for i := range len(a) {
		if a[i] < 'a' || a[i] > 'z' || b[i] < 'a' || b[i] > 'z' {
			return false
		}
	}
	type pair struct{ a, b string }
	queue := []pair{{a, b}}
	blocks, total, longest, before := 0, 0, 0, 0
	for len(queue) > 0 {
		q := queue[0]
		queue = queue[1:]
		i, j, size := longestMatch(q.a, q.b)
		if size == 0 {
			continue
		}
		if blocks == 0 {
			longest, before = size, i
		}
		blocks++
		total += size
		queue = append(queue, pair{q.a[:i], q.b[:j]}, pair{q.a[i+size:], q.b[j+size:]})
	}
	if blocks != 3 || total != 6 || longest != 3 {
		return false
	}
	if before >= 3 {
		return true // target
	}
	return false
}

// Suffixes wants a pattern of nine letters by which a search in a text may skip 14
// places if all but its first letter match, 11 if the last two do and no more, and 10 if
// the last does. It follows makeStringFinder and longestCommonSuffix of strings.
func Suffixes(pattern string) bool {
	if len(pattern) != 9 {
		return false
	}
	var skip [9]int
	prefix := 8
	for i := 8; i >= 0; i-- {
		same := 0
		for i+1+same < 9 && pattern[same] == pattern[i+1+same] {
			same++
		}
		if i+1+same == 9 {
			prefix = i + 1
		}
		skip[i] = prefix + 8 - i
	}
	for i := range 8 {
		same := 0
		for same < i && pattern[i-same] == pattern[8-same] {
			same++
		}
		if pattern[i-same] != pattern[8-same] {
			skip[8-same] = same + 8 - i
		}
	}
	if skip[0] != 14 || skip[6] != 11 {
		return false
	}
	if skip[7] == 10 {
		return true // target
	}
	return false
}
