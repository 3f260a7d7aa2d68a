// Command experiment runs campaigns: one task for each subject, arm, seed and budget.
//
//	experiment run FILE [-out DIR] [-parallel N] [-seeds N] [-again]
//	experiment status DIR
//	experiment report DIR [-seeds N] [-csv FILE] [-json FILE] [-html FILE]
//	experiment kinds
//
// run does the cells of the campaign file that have no row yet, and keeps each row in DIR/rows.db
// as it comes; DIR is rows/NAME beside the file by default, by the name of the campaign. What is
// interrupted or killed loses the rows under way and nothing else: run it again. Seeds, subjects,
// arms and budgets that are added to the file are run, and nothing else. -again also repeats the
// cells whose row has an error. -seeds runs or reports the first seeds only.
//
// status says how far a campaign is, also while it runs. report prints a verdict on each contrast that
// the campaign file names, and tables of medians, as Markdown. With -html it writes these, figures and
// all rows as one page instead; with -csv or -json all rows; - is standard output.
//
// kinds lists the kinds of tasks with their options and measures. The form of a campaign file is in
// the documentation of package campaign, and campaigns/ has examples.
//
// The exit code is 0 if all is done, 1 after a failure, an interrupt, or a row with an error, and 2
// for wrong usage or a wrong campaign file. The first Ctrl-C drops the rows under way and ends; the
// second one ends at once.
package main
