package mouth

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// drawnLike lists for each Latin letter the letters of other scripts that are drawn like it:
// Cyrillic, Greek, Armenian, Cherokee, Lisu, Canadian syllables, small capitals, phonetic letters.
// Unicode decomposition does not do this.
var drawnLike = map[rune]string{
	'a': "аαᴀɑΑАᎪꓮɐᗅ",
	'b': "бвβʙƅЬᏏᏴꓐɓᗷƀ",
	'c': "сᴄϲᏟꓚⅽɔᑕՇ",
	'd': "ԁᴅɗᎠꓓժđᗪⅾ",
	'e': "еεᴇҽᎬꓰєɘəǝℯէᗴ",
	'f': "ꜰƒϝꓝғքϜᖴ",
	'g': "ɡɢցᏀꓖɠᶃԍ",
	'h': "нʜһհᎻꓧɦᕼ",
	'i': "іɪιıꓲᎥɩᏆ",
	'j': "јᴊϳᎫꓙյʝ",
	'k': "кᴋκᏦꓗƙ",
	'l': "ⅼʟᏞꓡӏӀℓłɭᒪլ",
	'm': "мᴍᎷꓟϻⅿɱ",
	'n': "ɴոռпηꓠᑎɲ",
	'o': "оοᴏօꓳøഠ๐ᴑⲟ",
	'p': "рᴘρᏢꓑᑭ",
	'q': "ԛզգꞯ",
	'r': "ʀᎡᏒꓣгɾꭇɼᖇɹ",
	's': "ѕꜱσᏚՏꓢʂട",
	't': "тᴛτᎢꓔŧեʇ",
	'u': "υᴜսꓴʊᑌᏌ",
	'v': "ᴠνѵᏙꓦʋⱱᐯ",
	'w': "ᴡԝᎳꓪωшա",
	'x': "хχᚷꓫⅹ᙭",
	'y': "уʏүᎩꓬγʎყ",
	'z': "ᴢᏃꓜʐƶ",
}

// lookalikes maps letters that are drawn like Latin ones to those.
var lookalikes = func() map[rune]rune {
	m := map[rune]rune{'ß': 's', 'ø': 'o', 'æ': 'a', 'œ': 'o'}
	for plain, list := range drawnLike {
		for _, r := range list {
			m[r], m[unicode.ToLower(r)] = plain, plain
		}
	}
	for i, r := range []rune(braille) {
		m[r] = 'a' + rune(i)
	}
	return m
}()

// capitalsLike maps Greek capitals to the letters that they look like, where the small ones look
// like others.
var capitalsLike = map[rune]rune{'Υ': 'y', 'Η': 'h', 'Ν': 'n', 'Ζ': 'z', 'Μ': 'm', 'Ρ': 'p', 'Χ': 'x'}

const braille = "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵"

// alphabets are the first letters of alphabets that Unicode does not decompose: regional
// indicators, and letters in dark circles and squares.
var alphabets = []rune{0x1F1E6, 0x1F150, 0x1F170}

// plainLetter returns the Latin letter that a letter looks like, or 0.
func plainLetter(r rune) rune {
	for _, a := range alphabets {
		if r >= a && r < a+26 {
			return 'a' + r - a
		}
	}
	return lookalikes[r]
}

// foldLetters folds a text to lower case and to the plain letters that it looks like.
func foldLetters(text string) string {
	if isASCII(text) { // nearly always
		return strings.ToLower(text)
	}
	var out []rune
	for _, r := range norm.NFKD.String(text) {
		if isIdeograph(r) {
			out = append(out, r)
			continue
		}
		if capital, ok := capitalsLike[r]; ok {
			r = capital
		}
		r = unicode.ToLower(r)
		if r < utf8.RuneSelf && r != '`' {
			out = append(out, r)
			continue
		}
		switch plain := plainLetter(r); {
		case (r == dakuten || r == handakuten) && len(out) > 0 && isUnspaced(out[len(out)-1]):
			// The marks make other letters: か and が. Those follow each other in Unicode.
			out[len(out)-1] += r - dakuten + 1
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case r == 'ß':
			out = append(out, 's', 's')
		case plain != 0:
			out = append(out, plain)
		case r == '’' || r == '‘' || r == '`' || r == '´' || r == 'ʼ' || r == '′':
			out = append(out, '\'')
		default:
			out = append(out, r)
		}
	}
	return string(out)
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Skeleton returns what a name looks like. Names with the same skeleton are hard to tell apart:
// upper and lower case, accents, look-alike letters, full-width letters and invisible characters do
// not count. Marks count in scripts in which they are vowels.
func Skeleton(name string) string {
	if isASCII(name) {
		return strings.ToLower(name)
	}
	var b strings.Builder
	var base rune
	for _, r := range norm.NFKD.String(name) {
		switch {
		case r < utf8.RuneSelf:
			b.WriteRune(unicode.ToLower(r))
			base = r
		case !unicode.Is(unicode.Mn, r):
			b.WriteString(foldLetters(string(r)))
			base = r
		case !unicode.In(base, unicode.Latin, unicode.Cyrillic, unicode.Greek):
			b.WriteRune(r)
		}
	}
	return b.String()
}

const dakuten, handakuten = '\u3099', '\u309a'

// upsideDown maps letters to those that they are when the text stands on its head.
var upsideDown = func() map[rune]rune {
	const from, to = "ɐqɔpǝɟƃɓɥᴉıɾʞʃןɯuodbɹsʇnʌʍxʎz", "abcdefgghiijkllmnopqrstuvwxyz"
	m, as := map[rune]rune{}, []rune(to)
	for i, r := range []rune(from) {
		m[r] = as[i]
	}
	return m
}()
