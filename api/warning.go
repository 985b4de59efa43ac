package api

import (
	"maps"

	"ringer/engine/desk"
	"ringer/engine/session"
)

// doubts are the codes of warnings. A strict server, session or game refuses such values.
var doubts = map[session.Code]meaning{
	session.CodeUnlikelyTime: {
		422, "A message was said at an unlikely time", false,
		"Send when the message was said. Accepted, a later time than that of its arrival counts as that, and one of long ago as before the game.",
		example{"/sent_at", "is in the future and counts as 2026-01-31T18:30:00Z, when the message arrived; send when it was said"},
	},
	session.CodeUnknownEcho: {
		422, "The bot has not sent the message that is echoed", false,
		"Name the bot's message in message_id. Accepted, the text counts as a new line of the bot.",
		example{"/sender", "is the bot, which has sent no message with this text, or has its echo; the text counts as a new line of the bot; leave it out, or send the message_id of the message that it repeats"},
	},
	session.CodeUnknownReply: {
		422, "The message that is answered is not known", false,
		"Use the id of a message of this session or game that the sender sees. Accepted, the line counts as an answer to nobody.",
		example{"/reply_to", "is the id of no earlier message here; the line counts as an answer to nobody; send the id of a message that you have posted, or a message_id of the bot"},
	},
	session.CodeNameKept: {
		422, "A player has another name already", false,
		"Leave the name out. Accepted, the player keeps the old name, and nobody else can join with the new one.",
		example{"/player/name", "is not given to this player, who stays \"Blue\"; nobody else gets it either; for this name open a new session or game"},
	},
	session.CodeOptionNotPlayer: {
		422, "An option is not a player", false,
		"Use the id of a player, or send about to say what a choice means. Accepted, the option stands for nobody.",
		example{"/options/1", "stands for nobody, and about is other; correct the id, or send about: other; \"Xerxes\" is not the id of a player; there are Red, b and Green"},
	},
	session.CodeMisleadingName: {
		422, "A player has the name of whoever leads the game", false,
		"Give the player another name and id. Accepted, the player keeps it, and players and bots may take their lines for those of the game.",
		example{"/game/players/1", "is called \"GameMaster\", so others may take this player's lines for those of the game; give the player another name and id"},
	},
	session.CodeOptionsAlike: {
		422, "Two options or labels read alike", false,
		"Give each its own id and label. Upper and lower case do not count. Accepted, both stay, and the bot may take one for the other.",
		example{"/options/2", "reads like /options/0, so the bot may take one for the other; both stay; give them ids and labels that differ"},
	},
}

// withDoubts adds the codes of warnings to a table.
func withDoubts(table map[session.Code]meaning) map[session.Code]meaning {
	maps.Copy(table, doubts)
	return table
}

// warned counts warnings of an answer.
func (s *Server) warned(warnings []session.Warning) {
	for _, w := range warnings {
		s.options.Observer.Doubted(w.Code, false)
	}
}

// refused counts what is refused although a server that is not strict would accept it.
func (s *Server) refused(errs session.Errors) {
	for _, e := range errs {
		if _, ok := doubts[e.Code]; ok {
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
