// Package system has what operating systems do differently: processes, pipes, command lines and
// locks of files.
package system
