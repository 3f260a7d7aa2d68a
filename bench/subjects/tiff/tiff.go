// Package tiff moves image samples about, after the subjects
// TIFF_GetSourceSamples, TIFF_SetSample (overview images) and PlaceImage
// (images on pages) of Baars et al., "Symbolic search-based testing", ASE 2011,
// Table I:
//
//	GetSourceSamples  32 branches, 2 loops, 2^135
//	SetSample         28 branches, 0 loops, 2^1102
//	PlaceImage        24 branches, 0 loops, 2^8402
//
// The first two choose one of seven layouts of a sample by a chain of
// comparisons, two a layout: the tag of the image must be a sample format plus
// the image's bits per sample, and the bits must be 8, 16 or 32. The first
// comparison ties tag and bits to each other, so that a search which has
// satisfied it cannot move one of them towards the second without losing it
// again: the standard fitness is stuck there, whereas the path condition asks
// for both at once. This sum is invented. The public library tests the format and
// the size of a sample apart. The chain was written after Table II, in which seven
// branches of each function, 14T to 32T and 2T to 20T, are found with the path
// condition alone: that they are here too is how they were made, and proves
// nothing of the paper's.
package tiff

// Sample formats, as the tag of an image holds them above its bits per sample.
const (
	FormatUint  = 1 << 8
	FormatInt   = 2 << 8
	FormatFloat = 3 << 8
)
