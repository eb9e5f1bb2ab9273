import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ContentError } from '#app/lib/compile-yaml.ts'
import { compileArticle } from './compile.ts'
import type { Article } from './schema.ts'

const folder = fileURLToPath(new URL('../../../content/', import.meta.url))

/** Articles whose page shows more than their text and has its own route. */
const withOwnRoute = ['/cookie-policy']

/**
 * Reads the Markdown files of `content/`, for the build and for tests. The running product gets them from `service.server.ts`.
 * @throws ContentError
 */
export function readArticles(): Article[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'))
  const articles = files.map((file) => compileArticle(`content/${file}`, readFileSync(`${folder}${file}`, 'utf8')))
  for (const [index, { path }] of articles.entries()) {
    const first = articles.findIndex((article) => article.path === path)
    if (first < index) throw new ContentError(`content/${files[index]} has the path of content/${files[first]}`)
  }
  const positionOf = ({ navigation }: Article) => navigation?.position ?? Number.POSITIVE_INFINITY
  return articles.toSorted((a, b) => positionOf(a) - positionOf(b))
}

/** The paths that `routes/public/article.tsx` serves. */
export function listArticlePaths(): string[] {
  return readArticles().flatMap(({ path }) => (withOwnRoute.includes(path) ? [] : [path]))
}
