package main_test

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// kindsOf holds the functions that the pattern of a flag may match.
var kindsOf = map[string]*regexp.Regexp{
	"run": regexp.MustCompile("^(Test|Example|Fuzz)"), "bench": regexp.MustCompile("^Benchmark"), "fuzz": regexp.MustCompile("^Fuzz"),
}

// mistakesIn says what is wrong in a go or make command.
func (p *project) mistakesIn(command []string) (mistakes []string) {
	if command[0] == "make" {
		if target := command[1]; targetName.MatchString(target) && !p.targets[target] {
			mistakes = append(mistakes, "the target "+command[1]+" is not in the Makefile; name one that is")
		}
		return mistakes
	}
	var functions []string
	patterns := map[string]string{}
	for i, word := range command[2:] {
		flag, value, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
		switch {
		case strings.HasPrefix(word, "./"):
			names, ok := p.functionsOf(word)
			if !ok {
				mistakes = append(mistakes, word+" is not a package of the project; write its path as it is now")
			}
			functions = append(functions, names...)
		case !strings.HasPrefix(word, "-"):
		case value != "":
			patterns[flag] = value
		case i+3 < len(command):
			patterns[flag] = command[i+3]
		}
	}
	if command[1] != "test" {
		return mistakes
	}
	if patterns["bench"] != "" || patterns["fuzz"] != "" {
		delete(patterns, "run") // such a -run is there to match nothing
	}
	for flag, kinds := range kindsOf {
		pattern, _, _ := strings.Cut(patterns[flag], "/")
		alternatives := []string{pattern}
		if !strings.Contains(pattern, "(") {
			alternatives = strings.Split(pattern, "|")
		}
		for _, a := range alternatives {
			match, err := regexp.Compile(a)
			if err != nil || a != "" && !slices.ContainsFunc(functions, func(f string) bool { return kinds.MatchString(f) && match.MatchString(f) }) {
				mistakes = append(mistakes, fmt.Sprintf("-%s %s matches no function of the package; write the name as it is now", flag, a))
			}
		}
	}
	return mistakes
}

var testFunction = regexp.MustCompile(`^func ((?:Test|Benchmark|Fuzz|Example)\w*)\(`)

// functionsOf lists the test functions of a package, or of all packages below a folder if the name
// ends in "...". It returns false if there is no such package.
func (p *project) functionsOf(pkg string) (names []string, ok bool) {
	folder, below := strings.CutSuffix(strings.TrimPrefix(pkg, "./"), "...")
	folder = path.Clean(folder)
	for name := range p.paths {
		inside := path.Dir(name) == folder || below && (folder == "." || strings.HasPrefix(name, folder+"/"))
		if !inside || path.Ext(name) != ".go" {
			continue
		}
		ok = true
		if strings.HasSuffix(name, "_test.go") {
			names = append(names, p.functionsIn(name)...)
		}
	}
	return names, ok
}

// functionsIn lists the test functions of a file.
func (p *project) functionsIn(name string) []string {
	names, known := p.functions[name]
	if b, err := os.ReadFile(filepath.Join(p.root, name)); err == nil && !known {
		for line := range strings.Lines(string(b)) {
			if m := testFunction.FindStringSubmatch(line); m != nil {
				names = append(names, m[1])
			}
		}
		p.functions[name] = names
	}
	return names
}

var shellWord = regexp.MustCompile(`(?:'[^']*'|"[^"]*"|[^\s'";&|#]|\b#)+|[;&|]+|#.*`)

// shellWords splits a line of shell into words. Operators are words, too. A comment is left out.
func shellWords(line string) (words []string) {
	for _, word := range shellWord.FindAllString(line, -1) {
		if word[0] == '#' {
			break
		}
		if quote := word[0]; len(word) > 1 && (quote == '\'' || quote == '"') && word[len(word)-1] == quote {
			word = word[1 : len(word)-1]
		}
		words = append(words, word)
	}
	return words
}

// commandsIn returns the go and make commands in a snippet, without the words before them.
func commandsIn(snippet string) (list [][]string) {
	checked := []string{"test", "run", "build", "vet", "install"}
	var command []string
	for _, word := range append(shellWords(snippet), ";") {
		switch {
		case strings.Trim(word, ";&|") == "":
			if len(command) > 1 && (command[0] == "make" || command[0] == "go" && slices.Contains(checked, command[1])) {
				list = append(list, command)
			}
			command = nil
		case len(command) > 0 || word == "go" || word == "make":
			command = append(command, word)
		}
	}
	return list
}
