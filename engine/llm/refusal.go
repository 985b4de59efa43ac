package llm

import (
	"regexp"
	"slices"
	"strings"
)

// refusal is what a server's error says about the request.
type refusal struct {
	// parts are the parts of the request that the error names.
	parts []part
	// unknown says that the server does not know these parts at all. Else it refuses their values.
	unknown bool
	// hopeless says that another form of the request would not help.
	hopeless bool
}

// The words by which errors name parts of a request. They come from the errors of OpenAI, Azure,
// vLLM, SGLang, llama.cpp, Ollama, LM Studio, DeepSeek, GLM, Mistral, Together and Groq.
var (
	hopeless = regexp.MustCompile(`context.?(length|window|size)|maximum context|prompt is too long|too many (input |prompt )?tokens|reduce the length` +
		`|content.?(filter|policy|management)|moderation|safety|model.?(does)?.?not.?(exist|found)|no such model|unknown model|api.?key|quota|billing|balance|credit`)
	named = []struct {
		part  part
		words *regexp.Regexp
	}{
		{partCap, regexp.MustCompile(`max_(completion_|output_|new_)?tokens`)},
		{partTemperature, regexp.MustCompile(`temperature`)},
		{partThinking, regexp.MustCompile(`reasoning|\bthink`)},
		{partSeed, regexp.MustCompile(`\b(random_)?seed\b`)},
		{partFormat, regexp.MustCompile(`response_?format|json.?schema|\bschema\b|structured output|guided|grammar|additionalproperties|\bstrict\b|json_object`)},
		{partSystem, regexp.MustCompile(`system.{0,12}(role|message|prompt|instruction)|role.{0,12}system|roles must alternate|developer instruction`)},
	}
	unknownField = regexp.MustCompile(`unsupported (parameter|field)|unrecogni[sz]ed|unknown|unexpected|extra (inputs?|fields?)|not permitted|not (a )?(valid|allowed|supported) (parameter|field)|does not support (parameter|reasoning|thinking)`)
	// tooLarge finds an error about the value of the cap, not about its name.
	tooLarge    = regexp.MustCompile(`max_(completion_|output_|new_)?tokens\b.{0,20}\btoo (large|big|high)|at most \d+ (completion |output )?tokens|range of max_(completion_)?tokens|max_(completion_)?tokens: \d+ > \d+`)
	takesObject = regexp.MustCompile(`json_object`)
)

// readRefusal reads the error of a request that was made in a form.
func readRefusal(message, param string, used form) (r refusal) {
	message, param = strings.ToLower(message), strings.ToLower(param)
	r.unknown = unknownField.MatchString(message)
	if r.hopeless = hopeless.MatchString(message); r.hopeless {
		return r
	}
	// Only the value of the cap is wrong: a session or a model's thinking asked for too many
	// tokens. The other calls must keep their cap.
	if tooLarge.MatchString(message) {
		r.parts, r.hopeless = []part{partCapValue}, used.thinkingTokens == 0
		return r
	}
	for _, n := range named {
		// param names the refused field. The message may also name fields that the server would
		// accept.
		if param != "" && n.words.MatchString(param) {
			r.parts = []part{n.part}
			break
		}
		if n.words.MatchString(message) {
			r.parts = append(r.parts, n.part)
		}
	}
	if len(r.parts) > 0 && slices.Contains(r.parts, partFormat) && used.rung < jsonObject && takesObject.MatchString(message) {
		r.parts = append(r.parts, partObject)
	}
	return r
}

// names reports whether the server named a part.
func (r refusal) names(p part) bool { return slices.Contains(r.parts, p) }
