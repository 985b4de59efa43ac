package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ringer/cmd/internal/repotest"
	"ringer/engine/sessiontest"
)

const module = "ringer/"

// rule says which packages of this module a package may import, and why no others.
type rule struct {
	pkg    string
	may    []string
	reason string
}

// rules is the import table, from which that in docs/architecture.md is made. A pattern with /*
// stands for all folders below.
var rules = []rule{
	{"engine/timing", nil, "formulas know nothing about games"},
	{"engine/mouth", nil, "the mouth judges a text by what it is told about the room"},
	{"engine/session", []string{"engine/timing", "engine/mouth"}, "the core is pure, so it depends on no driver, model or store"},
	{"engine/deduction", []string{"engine/session"}, "who is who follows from the rulings alone; it knows no strategy, prompt or session"},
	{"engine/suspicion", nil, "a classifier of lines knows no game, session or strategy"},
	{"engine/suspicion/training", []string{"engine/suspicion"}, "training is pure: it makes weights of lines, and reads no file"},
	{"engine/recording", []string{"engine/deceit", "engine/referee", "engine/session", "engine/strategy"}, "recorded games know no terminal, server or simulator; the referee deals their quests"},
	{"engine/conduct", []string{"engine/recording", "engine/timing", "engine/session"}, "how a bot behaves follows from the log of its session"},
	{"engine/deceit", []string{"engine/mouth", "engine/session"}, "what a player knew and believed follows from the log of its session, and what a line claims from its words"},
	{"engine/stats", nil, "formulas know only numbers"},
	{"engine/schema", []string{"engine/session"}, "options are checked alike, whoever owns them"},
	{"engine/referee/match", []string{"engine/session", "engine/schema"}, "what is the same in all games knows no rules"},
	{"engine/referee/*", []string{"engine/referee/match", "engine/session"}, "rules know seats and the events of a game, and no other rules; hosts and simulators turn them"},
	{"engine/referee", []string{"engine/referee/*", "engine/session"}, "the registry only lists the rules, and how many players they need"},
	{"engine/game", []string{"engine/referee", "engine/session"}, "the core of a table is pure, as that of a session; drivers and stores turn it"},
	{"engine/audit", []string{"engine/game", "engine/session"}, "what a platform does wrong follows from the log of its session or game"},
	{"engine/prompt", []string{"engine/session", "engine/mouth"}, "prompts show the core's views"},
	{"engine/thought", []string{"engine/session", "engine/prompt", "engine/timing", "engine/mouth", "engine/smalltalk", "engine/suspicion"}, "the core's own thoughts serve every strategy and know none; the offline skill rewrites a text with small talk"},
	{"engine/strategy", []string{"engine/strategy/*", "engine/thought", "engine/session", "engine/prompt", "engine/schema", "engine/suspicion"}, "the registry lists the strategies with their needs and their offline skills"},
	{"engine/strategy/*", []string{"engine/prompt", "engine/session", "engine/schema", "engine/timing", "engine/smalltalk", "engine/deduction"}, "a strategy sees views and asks prompts; it knows no model, store, clock or other strategy"},
	{"engine/smalltalk", []string{"engine/prompt", "engine/session", "engine/mouth"}, "the small talk of the offline model is the same for all strategies"},
	{"engine/goldentest", nil, "golden files are files"},
	{"engine/logtest", nil, "a log buffer contains only text"},
	{"engine/slowtest", nil, "a skip of a test knows nothing of it"},
	{"engine/sessiontest", []string{"engine/session", "engine/prompt", "engine/schema", "engine/goldentest"}, "tests of strategies give a session its events and answer its prompts, without a driver"},
	{"engine/votetest", []string{"engine/session"}, "an independent check of votes knows the events, but not the code that decides the votes"},
	{"engine/refereetest", []string{"engine/referee", "engine/session", "engine/goldentest"}, "tests of rules turn a referee as a host does, without a log or a clock"},
	{"engine/gametest", []string{"engine/session"}, "an independent check of games knows the events, but not the referee that runs them"},
	{"engine/attacktest", []string{"engine/session", "engine/prompt"}, "an independent check of messages knows the events and the prompts, but not the mouth"},
	{"engine/bell", nil, "a bell carries texts, whatever they say"},
	{"engine/bell/natsbell", []string{"engine/bell", "engine/secret"}, "NATS carries texts, whatever they say"},
	{"engine/bell/belltest", []string{"engine/bell"}, "the suite checks a bell against its interface"},
	{"engine/tenant", []string{"engine/journal", "engine/outward", "engine/prompt", "engine/session"}, "who may use a server depends on no session or game"},
	{"engine/webhook", []string{"engine/feed", "engine/journal", "engine/outward", "engine/session"}, "what is sent is in the feed; the API says how it looks"},
	{"engine/secret", nil, "what hides a secret knows only texts"},
	{"engine/outward", nil, "who connects knows only addresses"},
	{"engine/llm", []string{"engine/prompt", "engine/session", "engine/secret", "engine/outward"}, "a client answers prompts, whatever asks them"},
	{"engine/llm/chaostest", nil, "a server sees only the wire"},
	{"engine/llm/offline", []string{"engine/prompt", "engine/session"}, "the offline model sees what a model sees"},
	{"engine/journal", []string{"engine/session"}, "the store's interface knows events, but not the code that makes them"},
	{"engine/step", []string{"engine/journal", "engine/strategy", "engine/game", "engine/thought", "engine/prompt", "engine/session", "engine/suspicion"}, "the step joins core, strategies and models; drivers bring the clock and the store"},
	{"engine/desk", []string{"engine/step", "engine/journal", "engine/strategy", "engine/game", "engine/referee", "engine/referee/match", "engine/suspicion", "engine/timing", "engine/session"}, "no bot logic is in the path of a fact"},
	{"engine/recheck", []string{"engine/step", "engine/journal", "engine/strategy", "engine/prompt", "engine/session"}, "a recording needs no driver, store or model"},
	{"engine/clock", []string{"engine/journal", "engine/session"}, "a clock knows the database's time, and no home"},
	{"engine/health", []string{"engine/journal", "engine/session"}, "whether the database stores depends on no home"},
	{"engine/feed", []string{"engine/journal", "engine/session"}, "readers of a log need no home, clock or replica"},
	{"engine/fleet", []string{"engine/bell", "engine/clock", "engine/feed", "engine/health", "engine/journal", "engine/session"}, "replicas reach homes through an interface"},
	{"engine/home", []string{"engine/fleet", "engine/feed", "engine/clock", "engine/health", "engine/step", "engine/strategy", "engine/journal", "engine/prompt", "engine/session"}, "an actor steps its home, and reaches no desk or stream"},
	{"engine", []string{"engine/desk", "engine/home", "engine/fleet", "engine/feed", "engine/clock", "engine/health", "engine/step", "engine/journal", "engine/strategy", "engine/session"}, "the engine only wires what drives homes"},
	{"engine/enginetest", []string{"engine", "engine/llm/offline", "engine/prompt", "engine/strategy"}, "tests start an engine alike, wherever they are"},
	{"engine/sim/simtest", []string{"engine/enginetest", "engine/llm/offline", "engine/session", "engine/sim", "engine/step", "store"}, "tests of strategies play a chat alike"},
	{"engine/sim", []string{"engine/desk", "engine/step", "engine/journal", "engine/strategy", "engine/prompt", "engine/session"}, "the second driver shares the step with the first, and not its goroutines"},
	{"engine/contest", []string{
		"engine/conduct", "engine/deceit", "engine/desk", "engine/journal", "engine/mouth", "engine/prompt", "engine/recording", "engine/referee", "engine/referee/gameshow", "engine/session", "engine/sim", "engine/stats",
		"engine/strategy", "engine/suspicion",
	}, "a contest plays games and judges them; it knows no terminal, page, flag, store or model server"},
	{"engine/study", []string{
		"engine/contest", "engine/desk", "engine/game", "engine/journal", "engine/referee", "engine/session", "engine/strategy",
	}, "a study opens games at a desk and keeps them as a contest does; it knows no terminal, page or flag"},
	{"store", []string{"engine/journal", "engine/bell", "engine/session"}, "a store keeps logs, and its Postgres rings; it never sees HTTP or a strategy"},
	{"store/storetest", []string{"engine/journal", "engine/session", "engine/timing"}, "the suite checks a store against the journal's interface"},
	{"api", []string{"engine", "engine/contest", "engine/desk", "engine/feed", "engine/journal", "engine/game", "engine/outward", "engine/session", "engine/study", "engine/tenant", "engine/webhook"}, "handlers speak to the engine and never see SQL"},
	{"api/browsertest", nil, "a browser sees only the wire"},
	{"cmd/openapi", []string{"api", "engine/session"}, "the document is made from the routes, codes and bounds, and from comments"},
	{"cmd/load", []string{"cmd/internal/bench", "cmd/internal/bench/baseline", "cmd/internal/show", "engine/stats"}, "it runs the programs, and makes tables of what they have measured"},
	{"cmd/ringer", []string{"cmd/internal/cli"}, "main only runs the command line"},
	{"cmd/internal/cli", []string{"*"}, "the commands wire everything"},
	{"cmd/internal/metrics", []string{"api", "store", "engine/fleet", "engine/journal", "engine/llm", "engine/mouth", "engine/prompt", "engine/session", "engine/step"}, "it counts what stores, models and requests show, and drives nothing"},
	{"cmd/internal/traces", []string{"api", "engine/home", "engine/prompt", "engine/session"}, "it follows requests, thoughts and calls, and drives nothing"},
	{"cmd/internal/replay", []string{
		"client", "cmd/internal/follow", "cmd/internal/show", "engine/recording", "engine/stats", "api", "store", "engine/deduction", "engine/session", "engine/journal", "engine/llm", "engine/llm/offline",
		"engine/conduct", "engine/deceit", "engine/mouth", "engine/recheck", "engine/referee", "engine/sim", "engine/strategy", "engine/suspicion",
	}, "a replay plays through a server or in the simulator, and deals a quest game as the referee does and compares its guesses with the deduction; the commands give it what they read from flags"},
	{"cmd/internal/bigtom", []string{"engine/prompt", "engine/session"}, "the questions of a benchmark know no game; the commands bring the model and print the scores"},
	{"cmd/internal/arena", []string{"client", "cmd/internal/follow", "cmd/internal/show", "api", "engine/contest", "engine/deceit", "engine/desk", "engine/recording", "engine/journal", "engine/referee", "engine/session", "engine/sim"}, "the arena keeps and prints the games of a contest; the commands give it what they read from flags"},
	{"cmd/internal/play", []string{"client", "cmd/internal/follow", "engine/session", "engine/referee", "engine/strategy"}, "it plays through the API alone, and asks the rules how many players they need"},
	{"cmd/internal/talk", []string{"cmd/internal/show", "engine/recording", "engine/stats", "engine/session"}, "tables are made from recorded games"},
	{"cmd/internal/survey", []string{"cmd/internal/show", "engine/desk", "engine/session", "engine/stats"}, "results hold the surveys; no bot plays"},
	{"cmd/internal/study", []string{"cmd/internal/show", "engine/contest", "engine/session", "engine/stats", "engine/study"}, "it keeps the log of a study, and prints what the log holds"},
	{"cmd/internal/verdict", []string{"cmd/internal/show", "engine/recording", "engine/session", "engine/referee"}, "the referee judges recorded games; no bot plays"},
	{"cmd/internal/deduction", []string{"engine/deduction", "engine/recording", "engine/session"}, "the fit needs only the rulings of recorded games"},
	{"cmd/internal/suspicion", []string{"cmd/internal/show", "engine/recording", "engine/suspicion", "engine/suspicion/training", "engine/session"}, "the study trains and judges on recorded games; of the core it takes whom the bot accuses"},
	{"cmd/internal/bench", []string{"client", "cmd/internal/follow", "cmd/internal/show", "engine/stats", "engine/session"}, "a benchmark sees only the wire; it knows the types of the events that say when"},
	{"cmd/internal/bench/baseline", nil, "a baseline shows what is possible without any of Ringer's code"},
	{"cmd/internal/follow", []string{"client", "engine/recording", "engine/session"}, "it reads the events of the wire as those of the core"},
	{"cmd/internal/show", nil, "tables and progress show what they are given"},
	{"cmd/internal/clitest", []string{"cmd/internal/cli"}, "tests run the command line"},
	{"cmd/internal/repotest", nil, "files of the repository are files"},
	{"cmd/systemtest", []string{"*"}, "its tests start the program, and judge what any part of it does"},
}

func (r rule) allows(pkg string) bool {
	return slices.ContainsFunc(r.may, func(p string) bool { return covers(p, pkg) })
}

func covers(pattern, pkg string) bool {
	if prefix, ok := strings.CutSuffix(pattern, "*"); ok {
		return strings.HasPrefix(pkg, prefix) && pkg != prefix
	}
	return pattern == pkg
}

func ruleFor(pkg string) (rule, bool) {
	i := slices.IndexFunc(rules, func(r rule) bool { return r.pkg == pkg })
	if i < 0 {
		i = slices.IndexFunc(rules, func(r rule) bool { return strings.Contains(r.pkg, "*") && covers(r.pkg, pkg) })
	}
	if i < 0 {
		return rule{}, false
	}
	return rules[i], true
}

// sources parses the files of all packages, except tests.
func sources(t *testing.T) map[string]map[string]*ast.File {
	t.Helper()
	all := map[string]map[string]*ast.File{}
	root := repotest.Root(t)
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if _, missing := os.Stat(filepath.Join(name, "go.mod")); missing == nil && name != root {
			return fs.SkipDir // a module of its own
		}
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		pkg := path.Dir(filepath.ToSlash(rel))
		if all[pkg] == nil {
			all[pkg] = map[string]*ast.File{}
		}
		all[pkg][filepath.ToSlash(rel)] = f
		return err
	})
	sessiontest.NoError(t, err)
	return all
}

// imports returns the paths that a file imports.
func imports(f *ast.File) (paths []string) {
	for _, i := range f.Imports {
		p, _ := strconv.Unquote(i.Path.Value) // the parser has checked it
		paths = append(paths, p)
	}
	return paths
}

// importNames returns the paths that a file imports, by the names that the file uses for them.
func importNames(f *ast.File) map[string]string {
	m := map[string]string{}
	for i, p := range imports(f) {
		name := path.Base(p)
		if name == "v2" {
			name = path.Base(path.Dir(p))
		}
		if given := f.Imports[i].Name; given != nil {
			name = given.Name
		}
		m[name] = p
	}
	return m
}

func TestImports(t *testing.T) {
	t.Parallel()
	for pkg, files := range sources(t) {
		r, ok := ruleFor(pkg)
		if !ok {
			t.Errorf("package %s has no rule: add it to the table here with its reason, and run the tests of cmd/ringer with -update", pkg)
			continue
		}
		for name, f := range files {
			for _, p := range imports(f) {
				if of, ok := strings.CutPrefix(p, module); ok && !r.allows(of) && of != pkg {
					t.Errorf("%s imports %s; remove the import, because %s", name, of, r.reason)
				}
			}
		}
	}
}

// TestServerBringsNoTools: the program contains neither the libraries that make openapi.yaml nor a
// server of NATS.
func TestServerBringsNoTools(t *testing.T) {
	t.Parallel()
	for pkg, files := range sources(t) {
		for name, f := range files {
			for _, p := range imports(f) {
				if pkg != "cmd/openapi" && (strings.HasPrefix(p, "github.com/getkin/") || strings.HasPrefix(p, "github.com/swaggo/swag")) {
					t.Errorf("%s imports %s: remove the import; only cmd/openapi and tests may have it", name, p)
				}
				if strings.HasPrefix(p, "github.com/nats-io/nats-server") {
					t.Errorf("%s imports %s: remove the import; only tests may have it", name, p)
				}
			}
		}
	}
}

// pure are packages that use no clock, goroutine, network, file or global random source. So the
// same log always gives the same decisions: in a test, after a crash, on another machine.
var pure = []string{"engine/timing", "engine/mouth", "engine/session", "engine/prompt", "engine/thought", "engine/smalltalk", "engine/deduction", "engine/suspicion", "engine/suspicion/training", "engine/schema", "engine/referee", "engine/referee/*", "engine/game", "engine/strategy", "engine/strategy/*", "engine/stats", "engine/conduct", "engine/deceit", "engine/audit", "engine/attacktest", "engine/gametest", "engine/votetest"}

// impure are imports that pure packages may not have.
var impure = []string{"os", "os/*", "net", "net/*", "io/fs", "io/ioutil", "syscall", "database/*", "math/rand", "crypto/rand", "sync", "sync/*", "log", "log/*", "runtime", "runtime/*", "unsafe"}

// impureNames are functions that pure packages may not call, of packages that they may import. Of
// math/rand/v2 they may use only sources with a seed.
var impureNames = map[string][]string{
	"time":         {"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTicker", "NewTimer", "LoadLocation", "Local"},
	"math/rand/v2": {"Int", "IntN", "Int32", "Int32N", "Int64", "Int64N", "Uint32", "Uint64", "UintN", "N", "Float32", "Float64", "NormFloat64", "ExpFloat64", "Perm", "Shuffle"},
}

func TestPurity(t *testing.T) {
	t.Parallel()
	for pkg, files := range sources(t) {
		if !slices.ContainsFunc(pure, func(p string) bool { return covers(p, pkg) }) {
			continue
		}
		for name, f := range files {
			names := importNames(f)
			for _, p := range imports(f) {
				if slices.ContainsFunc(impure, func(i string) bool { return covers(i, p) }) {
					t.Errorf("%s imports %s; remove the import: the core must decide the same at any time and on any machine", name, p)
				}
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.GoStmt:
					t.Errorf("%s starts a goroutine; let a driver do it", name)
				case *ast.SelectorExpr:
					if x, ok := n.X.(*ast.Ident); ok && slices.Contains(impureNames[names[x.Name]], n.Sel.Name) {
						t.Errorf("%s uses %s.%s; take time and chance as arguments", name, x.Name, n.Sel.Name)
					}
				}
				return true
			})
		}
	}
}
