package api_test

// tableVote is a vote of a game as the API shows it.
type tableVote struct {
	ID, Kind, Status, Origin string
	Options                  []struct{ ID string }
	Seats, Silent            []string
	Seq                      int64
	Casts                    []struct {
		Seat   string
		Answer chosen
		Seq    int64
	}
	Tally     map[string]int
	Duplicate bool
}

// askGame asks a game for a vote.
func (s *server) askGame(id, body string) (v tableVote) {
	s.t.Helper()
	s.post(id, "/votes", body).decode(s.t, &v)
	return v
}
