// Package systemtest holds tests that run the whole program as processes of their own. Nothing
// imports it.
//
// The test binary is the program: TestMain runs the command line in place of the tests when
// RINGER_TEST_PROCESS is set. The tests start it with that variable, and speak to it over HTTP, as
// a platform does:
//
//   - process_test.go starts a server, and kills or stops it; offline_test.go starts a model
//     server;
//   - held_test.go plays what users of earlier releases hold, and held_record_test.go records it;
//   - platform_test.go, crowd_test.go and moderator_test.go are the clients of a busy game;
//   - faults_test.go lists the faults. round_test.go plays rounds in which one strikes
//     (strike_*_test.go). tally_test.go judges the logs, and streams_test.go reads them.
//     wallclock_test.go sets the clock of a server's machine;
//   - target_test.go starts what is struck: one server, or several (replica_test.go) behind a
//     balancer, with a Postgres (pgserver_test.go) or NATS servers (nats_test.go) of their own;
//   - history_test.go records what concurrent clients saw of one log, and checks that it fits one
//     order (history_model_test.go);
//   - drain_test.go stops one of several servers, and takeover_test.go kills one;
//   - hosted_test.go does so with games whose rules the server runs (hosted_people_test.go plays
//     the people, hosted_judge_test.go judges);
//   - upgrade_test.go upgrades servers of earlier versions while games are played
//     (upgrade_play_test.go), for clients that know several servers (upgrade_front_test.go), and
//     upgrade_newer_test.go has replicas beside one of a newer version;
//   - vote_http_test.go asks for votes, and kills the server meanwhile;
//   - foreign_test.go installs and builds clients that other people wrote; the folder foreign holds
//     their programs; reader_test.go follows streams with them, and typed_test.go plays games with
//     clients generated from openapi.yaml;
//   - python_test.go runs clients/python, and example_*_test.go play examples with it;
//   - load_*_test.go are benchmarks, which are run by hand;
//   - docs_test.go uses the documentation pages in a browser; image_test.go runs what the
//     Dockerfile builds.
//
// The faults, the upgrades and the image are skipped without their flags, which `make faults`,
// `make upgrade` and .ci/image set.
// With -short, tests are skipped whose code other tests show to the race detector.
package systemtest
