package api

import (
	"ringer/engine/desk"
	"ringer/engine/session"
)

// warned counts warnings of an answer.
func (s *Server) warned(warnings []session.Warning) {
	for _, w := range warnings {
		s.options.Observer.Doubted(w.Code, false)
	}
}

// refused counts what is refused although a server that is not strict would accept it.
func (s *Server) refused(errs session.Errors) {
	for _, e := range errs {
		if meanings()[e.Code].Doubt {
			s.options.Observer.Doubted(e.Code, true)
		}
	}
}

// posted returns the answer to messages. Its warnings are in one list.
func (s *Server) posted(done []desk.Posted) (answer postedMessages) {
	for i := range done {
		answer.Warnings = append(answer.Warnings, done[i].Warnings...)
		done[i].Warnings = nil
	}
	s.warned(answer.Warnings)
	answer.Messages = done
	return answer
}
