import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ContentFileError } from '#app/lib/compile-yaml.ts'
import { compileContentArticle } from './compile.ts'
import type { ContentArticle } from './schema.ts'

const folder = fileURLToPath(new URL('../../../content/', import.meta.url))

/** Articles whose page shows more than their text and has its own route. */
const withOwnRoute = ['/cookie-policy']

/**
 * Reads the Markdown files of `content/`, for the build and for tests. The running product gets them from `service.server.ts`.
 * @throws ContentFileError
 */
export function readContentArticles(): ContentArticle[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'))
  const articles = files.map((file) =>
    compileContentArticle(`content/${file}`, readFileSync(`${folder}${file}`, 'utf8')),
  )
  for (const [index, { path }] of articles.entries()) {
    const first = articles.findIndex((article) => article.path === path)
    if (first < index) throw new ContentFileError(`content/${files[index]} has the path of content/${files[first]}`)
  }
  const positionOf = ({ navigation }: ContentArticle) => navigation?.position ?? Number.POSITIVE_INFINITY
  return articles.toSorted((a, b) => positionOf(a) - positionOf(b))
}

/** The paths that `routes/public/article.tsx` serves. */
export function listArticleRoutePaths(): string[] {
  return readContentArticles().flatMap(({ path }) => (withOwnRoute.includes(path) ? [] : [path]))
}
