/** How soon a word that is said again adds less, and how much a long text is held against its words: the usual values of BM25. */
const saturation = 1.2
const lengthShare = 0.75

/**
 * Weighs each word of some texts by BM25, as in Robertson and Zaragoza, 'The Probabilistic Relevance Framework' (2009): what a question
 * with that word adds to the text's score.
 * @param texts the words of each text, by its id
 */
export function weighWordsByBm25(texts: Map<string, string[]>): { word: string; text: string; weight: number }[] {
  const averageLength = [...texts.values()].reduce((sum, words) => sum + words.length, 0) / Math.max(1, texts.size)
  const textsWith = new Map<string, number>()
  for (const words of texts.values())
    for (const word of new Set(words)) textsWith.set(word, (textsWith.get(word) ?? 0) + 1)
  return [...texts].flatMap(([text, words]) => {
    const times = Map.groupBy(words, (word) => word)
    const length = saturation * (1 - lengthShare + (lengthShare * words.length) / averageLength)
    return [...times].map(([word, { length: count }]) => {
      const found = textsWith.get(word) ?? 0
      const rarity = Math.log(1 + (texts.size - found + 0.5) / (found + 0.5))
      return { word, text, weight: (rarity * count * (saturation + 1)) / (count + length) }
    })
  })
}
