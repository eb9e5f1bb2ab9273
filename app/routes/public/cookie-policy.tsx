import { ArticlePage } from '#app/features/content/components/article-page.tsx'
import { CookiePreferences } from '#app/features/content/components/cookie-preferences.tsx'
import { cookiePolicy } from '#app/features/content/service.server.ts'
import { readCookieChoice } from '#app/lib/cookie-choice.ts'
import { requestContext } from '#app/platform/.server/request-context.ts'
import type { Route } from './+types/cookie-policy.ts'
import { plainPageMeta } from './page-meta.ts'

export function loader({ request, context }: Route.LoaderArgs) {
  return {
    article: cookiePolicy,
    choice: readCookieChoice(request.headers.get('Cookie')),
    publicUrl: context.get(requestContext).publicUrl,
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  const { title = '', summary = '' } = loaderData?.article ?? {}
  return plainPageMeta('/cookie-policy', { title, description: summary, publicUrl: loaderData?.publicUrl })
}

export default function CookiePolicy({ loaderData }: Route.ComponentProps) {
  return (
    <ArticlePage
      article={loaderData.article}
      first={{
        id: 'preferences',
        title: 'Your preferences',
        content: <CookiePreferences choice={loaderData.choice} />,
      }}
    />
  )
}
