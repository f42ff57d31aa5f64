package learn

// Points is for tests.
var Points = points
