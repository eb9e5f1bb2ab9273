import './ui/styles/app.css'
import { firstScript } from 'virtual:first-script'
import publicSans from '@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2?url'
import { type ReactNode, useContext, useEffect, useRef } from 'react'
import { data, Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/root.ts'
import { AccountMenu, MobileAccountMenu } from './features/account/components/account-menu.tsx'
import { AuthProvider } from './features/account/components/auth-provider.tsx'
import { navigationAudienceOf, navigationLinksFor } from './features/content/navigation.ts'
import { siteDetails } from './features/content/service.server.ts'
import { countOwnNewEnquiries } from './features/enquiries/inbox-service.server.ts'
import { getSignedInMember } from './features/profile/member-service.server.ts'
import { getOwnBusinessSlug } from './features/visits/service.server.ts'
import type { PageAppearance } from './lib/appearance.ts'
import { askCookieChoiceAgainToast } from './lib/cookie-choice.ts'
import {
  parseAppearanceCookie,
  parseFlashCookie,
  parseNeededCookieChoiceUpdate,
  serializeCookieChoiceUpdateCookies,
  serializeFlashCookieDeletion,
} from './lib/cookies.server.ts'
import { sendShownListingsBeacon } from './lib/count-visits.ts'
import { NonceContext } from './lib/nonce.ts'
import { pageBackgroundColour } from './lib/paper-colour.ts'
import { actorContext, platformContext } from './platform/.server/http/request-context.ts'
import type { Platform } from './platform/.server/platform.ts'
import type { Actor } from './platform/.server/security/actor.ts'
import { findCapturedMailsLink } from './routes/dev/find-mail.server.ts'
import { recordMatchedRouteMiddleware, sessionMiddleware } from './routes/session-middleware.server.ts'
import { ErrorPage } from './ui/error-page.tsx'
import { hasRouteDataFailed } from './ui/failed-loading.ts'
import serif from './ui/fonts/muster-serif-latin.woff2?url'
import { PageLayout } from './ui/page-layout.tsx'

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
  ...[serif, publicSans].map((href) => ({
    rel: 'preload',
    href,
    as: 'font' as const,
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
]

export const middleware: Route.MiddlewareFunction[] = [recordMatchedRouteMiddleware, sessionMiddleware]

export async function loader({ request, context }: Route.LoaderArgs) {
  const cookies = request.headers.get('Cookie')
  const platform = context.get(platformContext)
  const actor = await context.get(actorContext)()
  const [member, newEnquiries, ownSlug] = actor
    ? await Promise.all([
        getSignedInMember(platform, actor),
        countNewEnquiries(platform, actor),
        findOwnSlug(platform, actor),
      ])
    : [null, 0, null]
  const flash = await parseFlashCookie(cookies)
  const news = await parseNeededCookieChoiceUpdate(cookies)
  // One message at a time: who has another is asked on the page after it.
  const told = flash && news === 'ask-again' ? null : news
  const cookiesToSet = [
    ...(flash ? [await serializeFlashCookieDeletion()] : []),
    ...(await serializeCookieChoiceUpdateCookies(cookies, told, new URL(request.url).protocol === 'https:')),
  ]
  return data(
    {
      site: siteDetails,
      links: navigationLinksFor(navigationAudienceOf(member)),
      appearance: await parseAppearanceCookie(cookies),
      member,
      newEnquiries,
      ownSlug,
      flash: told === 'ask-again' ? askCookieChoiceAgainToast : flash,
      mailPage: findCapturedMailsLink(platform),
    },
    { headers: cookiesToSet.map((cookie): [string, string] => ['Set-Cookie', cookie]) },
  )
}

/** Finds the member's own business, which is not counted for its own visits. The page works without it. */
function findOwnSlug(platform: Pick<Platform, 'db'>, actor: Actor): Promise<string | null> {
  return getOwnBusinessSlug(platform, actor).catch(() => null)
}

/** Counts what the header shows beside 'Enquiries'. The page works without it. */
function countNewEnquiries(platform: Pick<Platform, 'db' | 'log'>, actor: Actor): Promise<number> {
  return countOwnNewEnquiries(platform, actor).catch((error: unknown) => {
    platform.log.error({ userId: actor.userId, error }, 'the new enquiries of an owner could not be counted')
    return 0
  })
}

/** The data that the header and footer were last rendered with. */
let frame: Route.ComponentProps['loaderData'] | undefined

/** Used when the root loader fails, so that the header and footer stay and the page shows the error between them. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async (_, next) => {
    const results = await next()
    if (frame && hasRouteDataFailed(results.root)) results.root = { type: 'data', result: frame }
    return results
  },
]

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext)
  const root = useRouteLoaderData<typeof loader>('root')
  const theme = root && root.appearance !== 'system' ? { 'data-theme': root.appearance } : {}
  return (
    <html lang="en-GB" {...theme} data-scripts="wanted" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <ThemeColour appearance={root?.appearance ?? 'system'} />
        <Meta />
        <Links nonce={nonce} />
        {/* On a slow machine a page would be painted by halves, and what comes later would push the rest aside. */}
        <link rel="expect" href="#footer" blocking="render" />
        <script type="module" async src={firstScript} nonce={nonce} />
      </head>
      <body {...(root?.ownSlug && { 'data-own': root.ownSlug })}>
        {root ? (
          <AuthProvider member={root.member} loaded={root}>
            <PageLayout
              site={root.site}
              navigation={root.links.header}
              account={<AccountMenu links={root.links.account} newEnquiries={root.newEnquiries} />}
              mobileAccount={<MobileAccountMenu signInLinks={root.links.account} newEnquiries={root.newEnquiries} />}
              footer={root.links.footer}
              legal={root.links.legal}
              appearance={root.appearance}
              flash={root.flash}
            >
              {children}
            </PageLayout>
          </AuthProvider>
        ) : (
          <main id="main">{children}</main>
        )}
        {/* Its script would run long after the browser has restored the position, and move the page. */}
        <ScrollRestoration nonce={nonce} data-left-out="" />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

/** The browser's theme colour for its own interface. */
function ThemeColour({ appearance }: { appearance: PageAppearance }) {
  if (appearance !== 'system') return <meta name="theme-color" content={pageBackgroundColour[appearance]} />
  return (
    <>
      <meta name="theme-color" content={pageBackgroundColour.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={pageBackgroundColour.dark} media="(prefers-color-scheme: dark)" />
    </>
  )
}

/** Counts the pages that React Router shows; that of the document is counted by the server, or by the first script. */
function useCountedPages(): void {
  const { pathname, search } = useLocation()
  const page = pathname + search
  const counted = useRef(page)
  useEffect(() => {
    if (counted.current === page) return
    counted.current = page
    sendShownListingsBeacon()
  }, [page])
}

export default function Root({ loaderData }: Route.ComponentProps) {
  useCountedPages()
  useEffect(() => {
    frame = loaderData
  }, [loaderData])
  return <Outlet />
}

/** Handles URLs outside all areas and errors in the root itself; the areas have their own boundary in routes/area.tsx. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} subject="This page" links={[{ label: 'Go to the directory', to: '/directory' }]} />
}
