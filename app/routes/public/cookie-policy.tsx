import { data, href } from 'react-router'
import { ContentArticlePage } from '#app/features/content/components/article-page.tsx'
import { CookiePreferencesForm } from '#app/features/content/components/cookie-preferences.tsx'
import { contentArticlesByPath } from '#app/features/content/service.server.ts'
import { parseCookieChoice } from '#app/lib/cookies.server.ts'
import { cookieNames } from '#app/lib/cookies.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/cookie-policy.ts'
import { plainPageMeta } from './page-meta.ts'

export const handle: RouteHandle = { cacheable: { cookies: [cookieNames.choice] } }

const path = href('/cookie-policy')

export async function loader({ request, context }: Route.LoaderArgs) {
  const article = contentArticlesByPath.get(path)
  if (!article) throw data(null, { status: 404 })
  return {
    article,
    choice: await parseCookieChoice(request.headers.get('Cookie')),
    publicUrl: context.get(requestContext).publicUrl,
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  const { title = '', summary = '' } = loaderData?.article ?? {}
  return plainPageMeta(path, { title, description: summary, publicUrl: loaderData?.publicUrl })
}

export default function CookiePolicy({ loaderData }: Route.ComponentProps) {
  return (
    <ContentArticlePage
      article={loaderData.article}
      first={{
        id: 'preferences',
        title: 'Your preferences',
        content: <CookiePreferencesForm choice={loaderData.choice} />,
      }}
    />
  )
}
