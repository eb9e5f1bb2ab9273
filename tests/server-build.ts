import type { RouteConfigEntry } from '@react-router/dev/routes'
import { type ServerBuild, UNSAFE_withComponentProps, UNSAFE_withErrorBoundaryProps } from 'react-router'
import routes from '#app/routes.ts'

/** A route of the product: its id, and its URL pattern as in routes.ts. */
export interface ListedRoute {
  id: string
  parentId: string
  pattern: string
  file: string
}

/** Every route with a URL in routes.ts, including nested ones. */
export function listRoutes(): ListedRoute[] {
  return listEntries(routes).filter(({ hasUrl }) => hasUrl)
}

function listEntries(entries: readonly RouteConfigEntry[], above = '', parentId = 'root') {
  return entries.flatMap((entry): (ListedRoute & { hasUrl: boolean; ownPath: string | null })[] => {
    const { path, index, file, children = [] } = entry
    const pattern = [above, path].filter(Boolean).join('/')
    const id = entry.id ?? file.replace(/\.tsx?$/, '')
    const hasUrl = path !== undefined || index === true
    return [{ id, parentId, pattern, file, hasUrl, ownPath: path ?? null }, ...listEntries(children, pattern, id)]
  })
}

/** The module of a route. */
export function loadRoute({ file }: { file: string }): Promise<Record<string, unknown>> {
  return import(/* @vite-ignore */ `${process.cwd()}/app/${file}`)
}

/** A module whose components get what their route loaded, as React Router's compiler does it. */
function withProps(module: Record<string, unknown>): Record<string, unknown> {
  const { default: component, ErrorBoundary } = module
  return {
    ...module,
    ...(component
      ? { default: UNSAFE_withComponentProps(component as Parameters<typeof UNSAFE_withComponentProps>[0]) }
      : {}),
    ...(ErrorBoundary
      ? {
          ErrorBoundary: UNSAFE_withErrorBoundaryProps(
            ErrorBoundary as Parameters<typeof UNSAFE_withErrorBoundaryProps>[0],
          ),
        }
      : {}),
  }
}

/**
 * The server build, made of the modules themselves.
 * @param options `renders` renders pages, too; without it each is two words, as who gets one is decided before that
 */
export async function makeServerBuild({ renders = false } = {}): Promise<ServerBuild> {
  const load = async (file: string) => (renders ? withProps(await loadRoute({ file })) : loadRoute({ file }))
  const root = { id: 'root', path: '', module: await load('root.tsx') }
  const listed = await Promise.all(
    listEntries(routes).map(async ({ id, parentId, ownPath, hasUrl, file }) => ({
      id,
      parentId,
      ...(ownPath === null ? hasUrl && { index: true } : { path: ownPath }),
      module: await load(file),
    })),
  )
  const entry = await import('#app/entry.server.tsx')
  const plainAnswer = (_request: Request, status: number, headers: Headers) =>
    new Response('a page', { status, headers })
  const built = [root, ...listed]
  // What a page names of each route's script.
  const scripts = built.map(({ id, module, ...rest }) => [
    id,
    { id, ...rest, module: `/assets/${id}.js`, hasLoader: 'loader' in module, hasAction: 'action' in module },
  ])
  const build = {
    entry: {
      module: { handleError: entry.handleError, default: renders ? entry.default : plainAnswer },
    },
    routes: Object.fromEntries(built.map((route) => [route.id, route])),
    assets: {
      entry: { imports: [], module: '/assets/entry.js' },
      routes: Object.fromEntries(scripts),
      url: '/assets/manifest.js',
      version: '1',
    },
    // Optional exports must be named too: a mocked module only has the exports it names.
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
    routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
  }
  return build as unknown as ServerBuild
}
