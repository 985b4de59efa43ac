package suspicion

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// admissionOdds is the least score of an admission. In recorded games bots have written such lines,
// and a few people for fun: strong evidence, but not enough for an accusation.
const admissionOdds = 6

func (v *View) Judge(score float64) float64 {
	if v.Admits {
		return max(score, admissionOdds)
	}
	return score
}

// An admission begins a clause, and its noun ends a phrase: "you think i'm a bot" and "i'm a bot
// hunter" are none.
const (
	clauseBegins = `(?:^|[.!…,;:()–—-]|\b(?:and|but|so|because|since|well|ok|okay|yes|yeah|no|sorry|honestly|actually|fine)\b)\s*`
	speaksAs     = `(?:(?:i am|i['’]?m|as|speaking as|ich bin|als|je suis|en tant que|soy|como)\s+|en tant qu['’])`
	fillers      = `(?:(?:just|only|actually|really|simply|merely|still|basically|here as|the|your|large|big|small|helpful|friendly|advanced|virtual|digital|simple|conversational|generative|an?|eine?|nur|une?|una?|solo|sólo)[\s,]+){0,6}`
	machines     = `(?:ai|ki|ia|llm|chatbot|an? (?:bot|robot|machine)|ein(?:e maschine| bot| roboter)|artificial intelligence|(?:ai |ki-?)?(?:language model|sprachmodell)|chat ?gpt\S*|gpt\S*|neural network|computer program|` +
		`(?:virtual|digital) assistant|künstliche intelligenz|intelligence artificielle|inteligencia artificial|modèle de langage|modelo de lenguaje)` +
		`(?:[ -](?:language model|model|modell|assistant|assistent|agent|chatbot|program|system|bot))?`
	phraseEnds = `\s*(?:$|[.!…,;:()–—-]|\b(?:and|but|so|with|without|that|which|who|too|trained|created|made|built|designed|developed|programmed|running|by|from|not|i|und|aber|et|mais|y|pero)\b)`
	makers     = `(?:openai|anthropic|google|deepmind|meta|microsoft|mistral|deepseek|xai|alibaba)`
)

var admissions = regexp.MustCompile(`(?i)` + strings.Join([]string{
	clauseBegins + speaksAs + `(?:[\p{L}\x{e000}]+,\s+)?` + fillers + machines + phraseEnds,
	`^(?:i|i['’]m|my|sorry)\b[^.!?]*\bas an? ` + fillers + `(?:ai|llm|chatbot|language model)(?: (?:language model|model|assistant|agent))?` + phraseEnds,
	`\b(?:i was|i am|i['’]m) (?:created|trained|developed|made|built|designed) by ` + makers + `\b`,
	`\bmy (?:training data|knowledge cutoff)\b`,
}, "|"))

// joking matches what people add to a line that they do not mean.
var joking = regexp.MustCompile(`(?i)\b(?:l+o+l+|lmf?ao|rofl|x+d+|(?:a?ha){2,}h?|(?:he){2,}|jk|kidding|joking|be+p|bo+p|bz+t)\b|[;:]-?[)p]|[\x{1F600}-\x{1F64F}\x{1F900}-\x{1F9FF}]`)

// hints are the hashes of words of which each admission has one: the expressions cost more than a
// score.
var hints = func() map[uint32]bool {
	all := map[uint32]bool{}
	for _, w := range strings.Fields("ai ki ia qu'ia llm bot chatbot robot roboter machine maschine artificial language sprachmodell chatgpt gpt neural computer virtual digital künstliche " +
		"artificielle modèle modelo openai anthropic google deepmind meta microsoft mistral deepseek xai alibaba training cutoff") {
		all[hashWord([]rune(w))] = true
	}
	return all
}()

// isGPT reports whether a word is a model with its version: gpt4o, chatgpt5.
func isGPT(word []rune) bool {
	return strings.HasPrefix(strings.TrimPrefix(string(word[:min(7, len(word))]), "chat"), "gpt")
}

// admits reports whether a line, with its names masked, is an admission. A joke, or a line in
// capitals, is none. The buffer is used again.
func admits(text []rune, buffer *[]byte) bool {
	for i := 0; ; {
		if i >= len(text) {
			return false
		}
		size := wordAt(text[i:])
		if word := text[i : i+size]; size > 1 && (hints[hashWord(word)] || isGPT(word)) {
			break
		}
		i += max(size, 1)
	}
	b := (*buffer)[:0]
	for _, r := range text {
		b = utf8.AppendRune(b, r)
	}
	*buffer = b
	return admissions.Match(b) && !joking.Match(b) && bytes.ContainsFunc(b, unicode.IsLower)
}
