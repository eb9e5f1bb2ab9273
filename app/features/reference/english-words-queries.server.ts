import { sql } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database/database.ts'

/** Writes the words of these lists, each a JSON text, in place of those that are there. Nearly all are as `search_words` writes them. */
export async function replaceAllEnglishWords(db: Database, lists: string[]): Promise<void> {
  await db.execute(sql`DELETE FROM english_words`)
  await db.execute(sql`
    INSERT INTO english_words (word)
    SELECT DISTINCT CASE WHEN word ~ '^[a-z]+$' THEN word ELSE search_words(word) END
    FROM jsonb_array_elements_text(${JSON.stringify(lists)}::jsonb) AS list, jsonb_array_elements_text(list::jsonb) AS word
    ORDER BY 1`)
}
