// Command experiment runs campaigns: one task for each subject, arm, seed and budget.
//
//	experiment run FILE [-out DIR] [-from PACKED] [-parallel N] [-seeds N] [-again] [-nats URL | -listen HOST:PORT]
//	experiment worker -nats URL [-parallel N] [-dir DIR] [-campaign NAME]
//	experiment status DIR
//	experiment report ROWS [-seeds N] [-csv FILE] [-json FILE] [-html FILE]
//	experiment report ROWS -before ROWS [-seeds N]
//	experiment pack DIR FILE
//	experiment kinds
//
// run does the cells of the campaign file that have no row yet, and keeps each row in DIR/rows.db
// as it comes; DIR is rows/NAME beside the file by default, by the name of the campaign. What is
// interrupted or killed loses the rows under way and nothing else: run it again. Seeds, subjects,
// arms and budgets that are added to the file are run, and nothing else. -again also repeats the
// cells whose row has an error. -seeds runs or reports the first seeds only.
//
// With -listen or -nats other machines help: run starts a NATS server with JetStream, or takes one that is
// there, and worker runs cells for it until all rows are there, -parallel at a time. run has -parallel cells of its own,
// which may be 0. A worker may come and go; a cell of one that run has not heard of for 30 s (-lost) is given to
// another. If the URL names three servers of a cluster or more, with commas, the queue is on three (-replicas). Whatever is killed and started again goes on, and workers wait meanwhile. A worker of
// another revision is refused. Subjects are named from the same directory on each machine, or from -dir. Jobs and rows are
// not secret: use a network that you trust, or a server with users and TLS.
//
// status says how far a campaign is, also while it runs. report prints a verdict on each contrast that
// the campaign file names, and tables of medians, as Markdown. With -html it writes these, figures and
// all rows as one page instead; with -csv or -json all rows; - is standard output. ROWS is a directory, or a file that
// pack has made of one: all rows and the campaign, compressed. run -from begins with such rows.
//
// report -before compares two sets of rows cell by cell, such as those of two revisions: for each measure of the campaign and
// each arm, on how many cells there is more and less than before, the medians, and the largest changes. Whether more is
// better is not said, and the exit code does not depend on it.
//
// kinds lists the kinds of tasks with their options and measures. The form of a campaign file is in
// the documentation of package campaign, and campaigns/ has examples.
//
// The exit code is 0 if all is done, 1 after a failure, an interrupt, or a row with an error, and 2
// for wrong usage or a wrong campaign file. The first Ctrl-C drops the rows under way and ends; the
// second one ends at once.
package main
