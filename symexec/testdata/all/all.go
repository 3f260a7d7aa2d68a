// Package all imports the packages whose functions the tests execute, so that one load has them
// all.
package all

import (
	_ "nearmiss/bench/subjects/ese"
	_ "nearmiss/bench/subjects/fitnex"
	_ "nearmiss/bench/subjects/pyse"
	_ "nearmiss/bench/subjects/triangle"
	_ "nearmiss/symexec/testdata/choices"
	_ "nearmiss/symexec/testdata/ends"
	_ "nearmiss/symexec/testdata/lang"
	_ "nearmiss/symexec/testdata/near"
	_ "nearmiss/symexec/testdata/open"
	_ "nearmiss/symexec/testdata/sorting"
	_ "nearmiss/symexec/testdata/words"
)
