FUZZTIME ?= 20s
GAMES ?= 100
ROUNDS ?= 10
IMAGE ?= ringer
SESSIONS ?= 3000000
# The garbage of tests and builds is collected less often. That saves a third of the processor time of the tests.
export GOGC ?= 400

.PHONY: help build dist image test check faults fuzz games lint load scale upgrade

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-7s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## build the program, as ./ringer
	go build -o ringer ./cmd/ringer

dist: ## build the programs of a release for all platforms, with SBOMs and checksums, into dist/ (TARGETS=linux/amd64: only that)
	.ci/dist $(TARGETS)

image: ## build the container image IMAGE (ringer) with docker or podman
	@if docker info >/dev/null 2>&1; then exec docker build --tag $(IMAGE) .; fi; \
	if podman info >/dev/null 2>&1; then exec podman build --format docker --tag $(IMAGE) .; fi; \
	echo "make image needs docker or podman, and neither answers here; docker info and podman info say why" >&2; exit 1

test: ## run all tests, with the race detector and without
	.ci/test

check: ## check format, vet, imports, docs, English, generated files, and that what users of a release hold still works
	.ci/check

faults: ## play games with real processes while things go wrong, ROUNDS (10) of each fault; print a table
	.ci/faults $(ROUNDS)

games: ## play GAMES (100) simulated games of each kind of rules, and half as many whose process is killed; print what happened
	go test ./engine/sim -count=1 -v -timeout 60m -run '^Test(MafiaGames|AvalonGames|TuringGames|Shows|ModeratedGames|KilledGames)$$' -games $(GAMES)

scale: ## measure Postgres with up to SESSIONS (3000000) sessions in its tables; write the table of docs/scale.md
	.ci/scale $(SESSIONS)

lint: ## check openapi.yaml with the linters of Redocly and Spectral; needs Node.js
	.ci/lint

load: ## measure the server beside servers that do less; write docs/performance.md, say what became slower (ROUNDS=1 REPLICAS=1: short)
	.ci/load

upgrade: ## upgrade servers of earlier versions while games are played; print a table
	.ci/upgrade

fuzz: ## run each fuzz test for FUZZTIME (20s)
	go test ./engine/prompt -run '^$$' -fuzz FuzzRoundTrip -fuzztime $(FUZZTIME)
	go test ./engine/prompt -run '^$$' -fuzz FuzzParse -fuzztime $(FUZZTIME)
	go test ./engine/llm -run '^$$' -fuzz FuzzRead -fuzztime $(FUZZTIME)
