package sim_test

import (
	"encoding/json"
	"maps"
	"regexp"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sim"
	"ringer/engine/step"
)

var hiddenWord = regexp.MustCompile(`\w+xq\d*\b`)

// overseer is a model that keeps every prompt. Its analyst writes down each canary of its prompt.
// So what one bot knows is in the analyses that others get, if the prompt shows it.
type overseer struct {
	step.Models
	sim     *sim.Sim
	prompts []overseen
}

// overseen is a prompt with its answer.
type overseen struct {
	// log is the session or the game that asks, and seq is the last event of its log.
	log, task, text string
	seq             int64
}

func (m *overseer) Asker(c prompt.Caller) prompt.Asker {
	return wrappedAsker{m.Models.Asker(c), c, m.ask}
}

func (m *overseer) ask(c prompt.Caller, p prompt.Prompt, answer any, next func() error) error {
	shown := p.Render()
	text := shown.System + "\n" + shown.User
	events, err := m.sim.Log(c.Session)
	if err == nil {
		err = next()
	}
	if err != nil {
		return err
	}
	b, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	m.prompts = append(m.prompts, overseen{c.Session, p.Task, text + "\n" + string(b), int64(len(events))})
	if p.Task != taskAnalysis {
		return nil
	}
	var said struct {
		Analyses []map[string]any `json:"analyses"`
	}
	if err := json.Unmarshal(b, &said); err != nil {
		return err
	}
	for _, x := range said.Analyses {
		x["facts"] = strings.Join(hiddenWord.FindAllString(text, -1), " ")
	}
	if b, err = json.Marshal(said); err != nil {
		return err
	}
	return json.Unmarshal(b, answer)
}

func botIDs(created *session.GameCreated) (ids []string) {
	for _, b := range created.Bots {
		ids = append(ids, b.Session, strings.Replace(b.Session, "ses_", "msg_", 1)+"_", strings.Replace(b.Session, "ses_", "pln_", 1)+"_")
	}
	return ids
}

// roles returns the sentences that would tell a seat the roles of others. A mafioso knows the other
// ones.
func (s *secrets) roles(seat string, secret map[string]string) (sentences []string) {
	for of, role := range secret {
		if seat == "" || of == seat || role == "mafia" && secret[seat] == role {
			continue
		}
		for _, tells := range []string{" was ", " is ", ": "} {
			for _, what := range []string{"a " + role, "the " + role, role, "a mafioso"} {
				sentences = append(sentences, of+tells+what)
			}
		}
	}
	return sentences
}

// unrevealed returns the roles of the players whose role nobody is told up to an event of a bot's
// log: those who are in the game. Where there are no roles it returns none, and where bots guess
// roles, since a guess may be right.
func unrevealed(created *session.GameCreated, own []session.Event, upTo int64) map[string]string {
	if created.Deal == nil || created.Deal.RoleList != nil {
		return nil
	}
	roles := maps.Clone(created.Deal.Roles)
	for _, e := range own[:upTo] {
		switch p := e.Data.(type) {
		case *session.ObservationReceived:
			if p.Kind == session.PlayerOut || p.Kind == session.PlayerLeft {
				delete(roles, p.Player.ID)
			}
		case *session.SessionEnded:
			return nil
		}
	}
	return roles
}
