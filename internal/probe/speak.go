package probe

// mute says that outcomes are to say nothing of what shows itself by a text alone.
var mute bool

// Mute says whether outcomes are to say nothing of what shows itself by a text
// alone.
func Mute(so bool) { mute = so }

// Speaks reports whether they do.
func Speaks() bool { return !mute }
