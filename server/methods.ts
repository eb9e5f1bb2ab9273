import { LRUCache } from 'lru-cache'
import { matchRoutes, type RouteMatch, type RouteObject, type ServerBuild } from 'react-router'
import type { RouteHandle } from '../app/lib/page-cache.ts'
import { noRouteMetricLabel } from '../app/platform/.server/observability/metrics.ts'

/**
 * The methods for the `Allow` header at a path: `handle.methods` of the route if it has it, otherwise GET and HEAD, plus POST if
 * the route has an action.
 */
export function allowedMethodsAt(build: ServerBuild, path: string): string[] {
  const found = matchAt(build, path).at(-1)
  const module = build.routes[found?.route.id ?? '']?.module
  const { methods } = (module?.handle ?? {}) as RouteHandle
  return [...(methods ?? ['GET', 'HEAD', ...(module?.action ? ['POST'] : [])]), 'OPTIONS']
}

/** The pattern of the route at a path, such as '/business/:slug', as the metrics name it. */
export function routePatternAt(build: ServerBuild, path: string): string {
  const parts = matchAt(build, path).flatMap(({ route }) => route.path || [])
  const pattern = `/${parts.join('/')}`
  return pattern === '/*' ? noRouteMetricLabel : pattern
}

const finders = new WeakMap<ServerBuild, (path: string) => RouteMatch[]>()

function matchAt(build: ServerBuild, path: string): RouteMatch[] {
  const find = finders.get(build) ?? makeFinder(build)
  finders.set(build, find)
  return find(path)
}

/** Finds the routes at a path. The router takes milliseconds for it and each form asks twice, so what was asked for last is kept. */
function makeFinder({ routes }: ServerBuild): (path: string) => RouteMatch[] {
  const toTree = (parent: string | undefined): RouteObject[] =>
    Object.values(routes).flatMap((route): RouteObject[] => {
      if (!route || route.parentId !== parent) return []
      const own = { id: route.id, ...(route.path !== undefined && { path: route.path }) }
      return [route.index ? { ...own, index: true } : { ...own, children: toTree(route.id) }]
    })
  const tree = toTree(undefined)
  const kept = new LRUCache<string, RouteMatch[]>({
    max: 200,
    // React Router's client requests page data at the page's path with this suffix.
    memoMethod: (path) => matchRoutes(tree, path.replace(/(\/_)?\.data$/, '') || '/') ?? [],
  })
  return (path) => kept.memo(path)
}
