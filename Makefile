# make build   the program, as ./ringer
# make image   the container image ringer, with docker or podman
# make test    the whole suite, with the race detector
# make check   format, vet, staticcheck, and that generated and tidy files are up to date
# make faults  games with real processes while things go wrong, ROUNDS of each fault; prints a table
# make fuzz    each fuzz test for FUZZTIME

FUZZTIME ?= 20s
ROUNDS ?= 10
IMAGE ?= ringer

.PHONY: build image test check faults fuzz

build:
	go build -o ringer ./cmd/ringer

image:
	@if docker info >/dev/null 2>&1; then exec docker build --tag $(IMAGE) .; fi; \
	if podman info >/dev/null 2>&1; then exec podman build --format docker --tag $(IMAGE) .; fi; \
	echo "make image needs a docker or podman that answers; neither does here: docker info and podman info say why" >&2; exit 1

test:
	.ci/test

check:
	.ci/check

faults:
	.ci/faults $(ROUNDS)

fuzz:
	go test ./engine/prompt -run '^$$' -fuzz FuzzRoundTrip -fuzztime $(FUZZTIME)
	go test ./engine/prompt -run '^$$' -fuzz FuzzParse -fuzztime $(FUZZTIME)
	go test ./engine/llm -run '^$$' -fuzz FuzzRead -fuzztime $(FUZZTIME)
