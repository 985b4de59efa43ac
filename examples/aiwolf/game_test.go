package main

import (
	"fmt"
	"slices"
	"time"
)

// talk is a line as agents are sent it.
type talk struct {
	Idx   int    `json:"idx"`
	Day   int    `json:"day"`
	Turn  int    `json:"turn"`
	Agent string `json:"agent"`
	Text  string `json:"text"`
	Skip  bool   `json:"skip"`
	Over  bool   `json:"over"`
}

// night is what a day and its night have brought, which the next day tells.
type night struct {
	talks, whispers    []talk
	votes, kills       []object
	executed, attacked string
	divined, medium    object
	guarded            *seat
}

// game is a game of Werewolf.
type game struct {
	*contest
	id        string
	day       int
	days      int // the number of the last day
	players   []*seat
	now, last night
	action    time.Duration // how long an agent has for an answer
	asked     map[string]int
}

// send sends a packet with what the player may know.
func (g *game) send(s *seat, request string) {
	info := object{"game_id": g.id, "day": g.day, "agent": s.name}
	packet := object{"request": request, "info": info}
	status, roles, numbers := object{}, object{}, map[string]int{}
	for _, other := range g.players {
		status[other.name] = map[bool]string{true: "DEAD", false: "ALIVE"}[other.out]
		numbers[other.role]++
		if other == s || other.role == "WEREWOLF" && s.role == "WEREWOLF" || request == "FINISH" {
			roles[other.name] = other.role
		}
	}
	info["status_map"], info["role_map"] = status, roles
	for key, fact := range map[string]string{"executed_agent": g.last.executed, "attacked_agent": g.last.attacked} {
		if fact != "" {
			info[key] = fact
		}
	}
	if len(g.last.votes) > 0 {
		info["vote_list"] = g.last.votes
	}
	if g.last.divined != nil && s.role == "SEER" {
		info["divine_result"] = g.last.divined
	}
	if g.last.medium != nil && s.role == "MEDIUM" {
		info["medium_result"] = g.last.medium
	}
	switch request {
	case "INITIALIZE", "DAILY_INITIALIZE":
		s.sent = map[string]int{}
		timeout := object{"action": g.action.Milliseconds(), "response": 1000}
		packet["setting"] = object{"agent_count": len(g.players), "role_num_map": numbers, "timeout": timeout}
		info["profile"] = "age: 16\npersonality: calm and curious."
	case "TALK", "WHISPER":
		info["remain_count"], info["remain_skip"] = 2, 0
		fallthrough
	case "ATTACK", "DAILY_FINISH":
		if request == "TALK" || request == "DAILY_FINISH" {
			packet["talk_history"] = g.now.talks[s.sent["TALK"]:]
			s.sent["TALK"] = len(g.now.talks)
		}
		if request != "TALK" && s.role == "WEREWOLF" {
			packet["whisper_history"] = g.now.whispers[s.sent["WHISPER"]:]
			s.sent["WHISPER"] = len(g.now.whispers)
		}
	}
	if s.ws != nil {
		s.send(packet)
	}
}

func (g *game) everybody(request string) {
	for _, s := range g.players {
		g.send(s, request)
	}
}

// alive returns the players in the game, of a role unless it is empty.
func (g *game) alive(role string) (players []*seat) {
	for _, s := range g.players {
		if !s.out && (role == "" || s.role == role) {
			players = append(players, s)
		}
	}
	return players
}

// ask returns the player whom an agent names. Whom it may name is as the rules say.
func (g *game) ask(s *seat, request string) *seat {
	g.t.Helper()
	g.send(s, request)
	g.asked[request]++
	may := func(o *seat) bool {
		return !o.out && o != s && (request != "ATTACK" || o.role != "WEREWOLF")
	}
	if s.ws == nil { // the next player
		all := append(slices.Clone(g.players), g.players...)
		rest := all[slices.Index(all, s):]
		return rest[slices.IndexFunc(rest, may)]
	}
	name := s.answer(g.t, request)
	i := slices.IndexFunc(g.players, func(o *seat) bool { return o.name == name })
	if i < 0 || !may(g.players[i]) {
		g.t.Fatalf("%s (%s) answers %s with %q, whom it may not name", s.name, s.role, request, name)
	}
	return g.players[i]
}

// talk lets players talk in turn, each twice.
func (g *game) talk(request string, players []*seat, said *[]talk) {
	g.t.Helper()
	if len(players) < 2 {
		return
	}
	over := map[*seat]bool{}
	for turn := range 2 {
		for _, s := range players {
			if over[s] {
				continue
			}
			g.send(s, request)
			g.asked[request]++
			text := fmt.Sprintf("%s, I think that you are a werewolf.", players[(slices.Index(players, s)+1)%len(players)].name)
			if s.ws != nil {
				text = s.answer(g.t, request)
			}
			if over[s] = text == "Over"; text == "" || text == "Skip" {
				g.t.Errorf("%s answers %s with %q; no skips are left", s.name, request, text)
			} else if text != "Over" {
				s.said[request] = append(s.said[request], text)
			}
			*said = append(*said, talk{len(*said), g.day, turn, s.name, text, false, text == "Over"})
		}
	}
}

// poll returns who gets most votes.
func (g *game) poll(request string, voters []*seat, votes *[]object) (first *seat) {
	g.t.Helper()
	count := map[*seat]int{}
	for _, s := range voters {
		target := g.ask(s, request)
		*votes = append(*votes, object{"day": g.day, "agent": s.name, "target": target.name})
		if count[target]++; first == nil || count[target] > count[first] {
			first = target
		}
	}
	return first
}

// play plays a game to its end, or to that of the last day.
func (g *game) play() (winner string) {
	g.t.Helper()
	g.asked = map[string]int{}
	g.everybody("INITIALIZE")
	for ; winner == ""; g.day++ {
		g.last, g.now = g.now, night{talks: []talk{}, whispers: []talk{}}
		g.everybody("DAILY_INITIALIZE")
		g.talk("TALK", g.alive(""), &g.now.talks)
		g.everybody("DAILY_FINISH")
		if g.day > 0 {
			out := g.poll("VOTE", g.alive(""), &g.now.votes)
			out.out, g.now.executed = true, out.name
			g.now.medium = object{"day": g.day, "agent": "medium", "target": out.name, "result": species(out)}
		}
		for _, s := range g.alive("SEER") {
			seen := g.ask(s, "DIVINE")
			g.now.divined = object{"day": g.day, "agent": s.name, "target": seen.name, "result": species(seen)}
		}
		if g.day > 0 {
			g.night()
		}
		if wolves := len(g.alive("WEREWOLF")); wolves == 0 {
			winner = "VILLAGER"
		} else if 2*wolves >= len(g.alive("")) {
			winner = "WEREWOLF"
		} else if g.day == g.days {
			winner = "NOBODY"
		}
	}
	g.everybody("FINISH")
	return winner
}

func (g *game) night() {
	g.talk("WHISPER", g.alive("WEREWOLF"), &g.now.whispers)
	for _, s := range g.alive("BODYGUARD") {
		g.now.guarded = g.ask(s, "GUARD")
	}
	if wolves := g.alive("WEREWOLF"); len(wolves) > 0 && len(wolves) < len(g.alive("")) {
		if prey := g.poll("ATTACK", wolves, &g.now.kills); prey != g.now.guarded {
			prey.out, g.now.attacked = true, prey.name
		}
	}
}

func species(s *seat) string {
	if s.role == "WEREWOLF" {
		return "WEREWOLF"
	}
	return "HUMAN"
}
