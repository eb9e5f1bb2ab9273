import { data } from 'react-router'
import { ContentArticlePage } from '#app/features/content/components/article-page.tsx'
import { contentArticlesByPath } from '#app/features/content/service.server.ts'
import { requestPathInBrowser } from '#app/lib/links.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/article.ts'
import { plainPageMeta } from './page-meta.ts'

export const handle: RouteHandle = { cacheable: {} }

/** The pages of Markdown files; see routes.ts for their paths. */
export function loader({ request, context }: Route.LoaderArgs) {
  const path = new URL(requestPathInBrowser(request.url), request.url).pathname.replace(/\/$/, '')
  const article = contentArticlesByPath.get(path)
  if (!article) throw data(null, { status: 404 })
  return { path, article, publicUrl: context.get(requestContext).publicUrl }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { path, article, publicUrl } = loaderData
  return plainPageMeta(path, { title: article.title, description: article.summary, publicUrl })
}

export default function ArticleRoute({ loaderData }: Route.ComponentProps) {
  return <ContentArticlePage article={loaderData.article} />
}
