import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { ServerBuild } from 'react-router'
import routes from '#app/routes.ts'

/** A route of the product: its name, and the address it stands at, as routes.ts writes it. */
export interface ListedRoute {
  id: string
  pattern: string
  file: string
}

/** Every route that routes.ts lists, those within others too. */
export function listRoutes(entries: readonly RouteConfigEntry[] = routes, above = ''): ListedRoute[] {
  return entries.flatMap(({ id, path = '', file, children = [] }) => {
    const pattern = [above, path].filter(Boolean).join('/')
    const own = id ?? file.replace(/\.tsx?$/, '')
    return [{ id: own, pattern, file }, ...listRoutes(children, pattern)]
  })
}

/** The module of a route. */
export function loadRoute({ file }: { file: string }): Promise<Record<string, unknown>> {
  return import(/* @vite-ignore */ `${process.cwd()}/app/${file}`)
}

/**
 * What the build hands to the host, made of the modules themselves. Pages are answered without being drawn: who gets one is
 * decided before that.
 */
export async function makeServerBuild(): Promise<ServerBuild> {
  const root = { id: 'root', path: '', module: await loadRoute({ file: 'root.tsx' }) }
  const listed = await Promise.all(
    listRoutes().map(async (route) => ({
      id: route.id,
      parentId: 'root',
      ...(route.pattern === '' ? { index: true } : { path: route.pattern }),
      module: await loadRoute(route),
    })),
  )
  const build = {
    entry: {
      module: {
        default: (_request: Request, status: number, headers: Headers) => new Response('a page', { status, headers }),
      },
    },
    routes: Object.fromEntries([root, ...listed].map((route) => [route.id, route])),
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    // What a build need not have must be named all the same: a module that stands in for another has no more than it says.
    basename: undefined,
    allowedActionOrigins: undefined,
    unstable_getCriticalCss: undefined,
    default: undefined,
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  }
  return build as unknown as ServerBuild
}
