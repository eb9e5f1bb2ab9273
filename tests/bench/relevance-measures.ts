import { directoryPageSize, emptyDirectorySearch } from '#app/features/directory/model.ts'
import { searchDirectory } from '#app/features/directory/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Question } from '../relevance/questions.ts'
import type { TrueListing } from '../relevance/truth.ts'
import type { Answer, Engine } from './relevance-rivals.ts'

/** How right an answer is. */
export interface JudgedAnswer {
  question: Question
  /** The share of right ones among the first page's, or among as many as there are right ones. */
  rightShare: number
  /** The place of the first right one, from 1; null if there is none. */
  rank: number | null
  /** The place of the first one of a right trade, wherever it is. */
  tradeRank: number | null
  /** How many are said to be meant, over how many are right. */
  meantRatio: number
  isEmpty: boolean
}

/** The product itself, with the count that its page says was meant. */
export function askMuster(platform: Platform): Engine {
  return {
    name: 'Muster',
    ask: async ({ search, near }): Promise<Answer> => {
      const page = await searchDirectory(platform, { ...emptyDirectorySearch, search, near })
      return { slugs: page.businesses.map(({ slug }) => slug), total: page.meantTotal ?? page.total }
    },
  }
}

/** Asks an engine each question and judges what comes. */
export async function judgeAnswers(
  engine: Engine,
  questions: Question[],
  listings: TrueListing[],
): Promise<JudgedAnswer[]> {
  const tradeOf = new Map(listings.map(({ slug, trade }) => [slug, trade]))
  const judged: JudgedAnswer[] = []
  for (const question of questions) {
    const { slugs, total } = await engine.ask(question)
    const { truth, trades } = question
    const most = Math.min(directoryPageSize, truth.size)
    const placeOf = (isRight: (slug: string) => boolean) => {
      const index = slugs.findIndex(isRight)
      return index < 0 ? null : index + 1
    }
    judged.push({
      question,
      rightShare: slugs.slice(0, most).filter((slug) => truth.has(slug)).length / most,
      rank: placeOf((slug) => truth.has(slug)),
      tradeRank: placeOf((slug) => trades.has(tradeOf.get(slug) ?? '')),
      meantRatio: total / truth.size,
      isEmpty: slugs.length === 0,
    })
  }
  return judged
}
