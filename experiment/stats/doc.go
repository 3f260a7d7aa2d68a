// Package stats has the tests, effect sizes and intervals that campaigns are judged by.
package stats
