package gradient

// Points is for tests.
var Points = points
