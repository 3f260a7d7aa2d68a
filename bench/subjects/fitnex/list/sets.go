package list

import (
	"fmt"
	"strings"
)

// A Subject is one function.
type Subject struct {
	Name string
	Kind string
}

// A Set is the thirty subjects of one package, in the order in which tables show
// them.
type Set struct {
	Name     string
	Dir      string // below the root of the module, with slashes
	Subjects []Subject
}

// Sets returns all sets in the order in which they were made. Nobody who wrote the
// strategies had seen the second before they were tried; auto was mended by it then,
// and the third tried when that was done. The fourth and the fifth came after that, from
// the kinds alone, too. The sixth has loops of real code.
func Sets() []Set {
	return []Set{
		{"first", "bench/subjects/fitnex", first()},
		{"second", "bench/subjects/fitnex/second", second()},
		{"third", "bench/subjects/fitnex/third", third()},
		{"fourth", "bench/subjects/fitnex/fourth", fourth()},
		{"fifth", "bench/subjects/fitnex/fifth", fifth()},
		{"sixth", "bench/subjects/fitnex/sixth", sixth()},
	}
}

// Names lists the names of all sets.
func Names() string {
	var names []string
	for _, s := range Sets() {
		names = append(names, s.Name)
	}
	return strings.Join(names, ", ")
}

// Named returns the set of that name.
func Named(name string) (Set, error) {
	for _, s := range Sets() {
		if s.Name == name {
			return s, nil
		}
	}
	return Set{}, fmt.Errorf("%q is none of %s", name, Names())
}

func first() []Subject {
	return []Subject{
		{"TestLoop", "loop"},
		{"CountSteps", "loop"},
		{"TwoCounters", "loop"},
		{"LoopExample", "loop"},
		{"HelloWorld", "string"},
		{"Markup", "string"},
		{"CountLetter", "string"},
		{"Palindrome", "string"},
		{"Number", "string"},
		{"Echo", "string"},
		{"Tokens", "scanner"},
		{"Brackets", "scanner"},
		{"Pascal", "parser"},
		{"Flags", "flags"},
		{"Lock", "flags"},
		{"Turnstile", "flags"},
		{"Retry", "flags"},
		{"Sorted", "array"},
		{"FindBinary", "array"},
		{"Permutation", "array"},
		{"Checksum", "array"},
		{"Stairs", "array"},
		{"Quadratic", "arithmetic"},
		{"GCD", "arithmetic"},
		{"Date", "arithmetic"},
		{"Allocate", "arithmetic"},
		{"Remainders", "arithmetic"},
		{"Bubble", "nested"},
		{"RowSums", "nested"},
		{"Overlaps", "nested"},
	}
}

func second() []Subject {
	return []Subject{
		{"Budget", "loop"},
		{"Collatz", "loop"},
		{"Tank", "loop"},
		{"Email", "string"},
		{"Clock", "string"},
		{"Unpack", "string"},
		{"Anagram", "string"},
		{"Version", "scanner"},
		{"Address", "scanner"},
		{"Settings", "scanner"},
		{"Comments", "scanner"},
		{"Roman", "parser"},
		{"Calc", "parser"},
		{"Nest", "parser"},
		{"Select", "parser"},
		{"Permissions", "flags"},
		{"Login", "flags"},
		{"Vending", "flags"},
		{"Elevator", "flags"},
		{"Rotated", "array"},
		{"Majority", "array"},
		{"Balance", "array"},
		{"Histogram", "array"},
		{"Coins", "arithmetic"},
		{"Hands", "arithmetic"},
		{"DigitalRoot", "arithmetic"},
		{"ISBN", "arithmetic"},
		{"Latin", "nested"},
		{"Common", "nested"},
		{"Triples", "nested"},
	}
}

func third() []Subject {
	return []Subject{
		{"Darts", "loop"},
		{"Jumps", "loop"},
		{"Blackjack", "loop"},
		{"Drawdown", "loop"},
		{"Plate", "string"},
		{"Caesar", "string"},
		{"CamelCase", "string"},
		{"Vowels", "string"},
		{"Password", "string"},
		{"Path", "string"},
		{"Morse", "scanner"},
		{"Formula", "scanner"},
		{"Float", "scanner"},
		{"Logic", "parser"},
		{"Tennis", "flags"},
		{"Editor", "flags"},
		{"Handshake", "flags"},
		{"Thermostat", "flags"},
		{"Robot", "flags"},
		{"Mountain", "array"},
		{"Cache", "array"},
		{"Poker", "array"},
		{"Tree", "array"},
		{"Bits", "arithmetic"},
		{"Divisors", "arithmetic"},
		{"Fibonacci", "arithmetic"},
		{"Tax", "arithmetic"},
		{"Queens", "nested"},
		{"Islands", "nested"},
		{"Subsequences", "nested"},
	}
}

func fourth() []Subject {
	return []Subject{
		{"Grades", "loop"},
		{"Savings", "loop"},
		{"Race", "loop"},
		{"Bowling", "loop"},
		{"Photo", "string"},
		{"Rhyme", "string"},
		{"Color", "string"},
		{"Rotation", "string"},
		{"Acronym", "string"},
		{"Duration", "scanner"},
		{"Csv", "scanner"},
		{"Dna", "scanner"},
		{"Rpn", "parser"},
		{"Tags", "parser"},
		{"Script", "parser"},
		{"Alarm", "flags"},
		{"Hamming", "flags"},
		{"Lights", "flags"},
		{"Ferry", "flags"},
		{"Stats", "array"},
		{"Heap", "array"},
		{"Rain", "array"},
		{"Cycles", "array"},
		{"Wrap", "arithmetic"},
		{"Triangle", "arithmetic"},
		{"Emirp", "arithmetic"},
		{"Order", "arithmetic"},
		{"Saddle", "nested"},
		{"Friends", "nested"},
		{"Distance", "nested"},
	}
}

func fifth() []Subject {
	return []Subject{
		{"Toll", "loop"},
		{"Valleys", "loop"},
		{"Battery", "loop"},
		{"Streak", "loop"},
		{"Invoice", "string"},
		{"Isogram", "string"},
		{"Glob", "string"},
		{"Slug", "string"},
		{"Zip", "string"},
		{"Quoted", "scanner"},
		{"Pages", "scanner"},
		{"Frames", "scanner"},
		{"Json", "parser"},
		{"Polynomial", "parser"},
		{"Declare", "parser"},
		{"Knights", "flags"},
		{"Netmask", "flags"},
		{"Adventure", "flags"},
		{"Dining", "flags"},
		{"Zigzag", "array"},
		{"Kadane", "array"},
		{"Gray", "array"},
		{"Probing", "array"},
		{"Box", "arithmetic"},
		{"Kaprekar", "arithmetic"},
		{"Dice", "arithmetic"},
		{"Root", "arithmetic"},
		{"Life", "nested"},
		{"Change", "nested"},
		{"Spiral", "nested"},
	}
}

func sixth() []Subject {
	return []Subject{
		{"PackBits", "loop"},
		{"ObjectId", "loop"},
		{"Adler", "loop"},
		{"Lzw", "loop"},
		{"Ascii85", "string"},
		{"Unescape", "string"},
		{"Domain", "string"},
		{"Punycode", "string"},
		{"Prerelease", "string"},
		{"Chunked", "scanner"},
		{"Ipv6", "scanner"},
		{"MediaType", "scanner"},
		{"Printf", "parser"},
		{"Regexp", "parser"},
		{"Toml", "parser"},
		{"Fragments", "flags"},
		{"Stream", "flags"},
		{"Stages", "flags"},
		{"Semaphore", "flags"},
		{"Kraft", "array"},
		{"TarHeader", "array"},
		{"Paeth", "array"},
		{"Crossover", "array"},
		{"Luby", "arithmetic"},
		{"IsoWeek", "arithmetic"},
		{"Jacobi", "arithmetic"},
		{"Miller", "arithmetic"},
		{"Warshall", "nested"},
		{"Blocks", "nested"},
		{"Suffixes", "nested"},
	}
}
