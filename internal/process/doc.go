// Package process has what the systems do differently about processes.
package process
