module kuhn

go 1.26.0

require bloodline v0.0.0

require (
	golang.org/x/sys v0.49.0 // indirect
	gonum.org/v1/gonum v0.17.0 // indirect
)

replace bloodline => ../..
