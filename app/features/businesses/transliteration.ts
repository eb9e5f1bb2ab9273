/** Lower-case Latin, Cyrillic and Greek letters that Unicode normalisation does not reduce to a to z. */
const latinLetters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i', ŋ: 'n', ĸ: 'k', ŧ: 't' },
  ...{ ə: 'e', ɑ: 'a', ɡ: 'g', ɩ: 'i', ʀ: 'r' },
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', к: 'k', л: 'l', м: 'm', н: 'n' },
  ...{ о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch' },
  ...{ ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya', є: 'ye', і: 'i', ј: 'j', ѕ: 's', ґ: 'g', ђ: 'dj', љ: 'lj' },
  ...{ њ: 'nj', ћ: 'c', џ: 'dz', ԁ: 'd', ԛ: 'q', ԝ: 'w', һ: 'h', ӏ: 'l' },
  ...{ α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm', ν: 'n' },
  ...{ ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps', ω: 'o' },
}

/** Writes lower-case text without accents in a to z where there is a transliteration; other characters are unchanged. */
export function transliterate(text: string): string {
  return text.replace(/[^\p{ASCII}]/gu, (letter) => latinLetters[letter] ?? letter)
}
