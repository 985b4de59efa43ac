package mouth

import (
	"regexp"
	"strings"
)

// passesLuhn reports whether the last digit checks the others, as on cards.
func passesLuhn(digits string) bool {
	sum := 0
	for i := range len(digits) {
		n := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			if n *= 2; n > 9 {
				n -= 9
			}
		}
		sum += n
	}
	return sum%10 == 0
}

// Lengths of account numbers in the international form, in characters.
const minAccount, maxAccount = 15, 34

// account matches the beginning of such a number.
var account = regexp.MustCompile(`\b[a-z]{2}[ -]?\d{2}(?:[ -]?[a-z0-9]){11,30}`)

// hasAccount reports whether a text has an account number whose check digits are right, or that has
// as many digits in a row.
func hasAccount(plain string) bool {
	for _, found := range account.FindAllString(plain, 3) {
		digits := 0
		code := strings.NewReplacer(" ", "", "-", "").Replace(found)
		if len(code) > maxAccount {
			code = code[:maxAccount]
		}
		for to := len(code); to >= minAccount; to-- {
			if remainder(code[4:to]+code[:4]) == 1 {
				return true
			}
		}
		for digits+2 < len(code) && code[2+digits] >= '0' && code[2+digits] <= '9' {
			digits++
		}
		if digits >= 13 {
			return true
		}
	}
	return false
}

// remainder returns the remainder of a number by 97. Letters count from 10 on.
func remainder(code string) (rest int) {
	for i := range len(code) {
		if c := code[i]; c >= 'a' {
			rest = (rest*100 + int(c-'a') + 10) % 97
		} else {
			rest = (rest*10 + int(c-'0')) % 97
		}
	}
	return rest
}
