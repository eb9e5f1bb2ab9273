import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

/**
 * The methods that the route at a path takes, for `Allow`: those its `handle` names as `methods`, else reading, and POST
 * where it has an action.
 */
export function methodsAt({ routes }: ServerBuild, path: string): string[] {
  const toTree = (parent: string | undefined): RouteObject[] =>
    Object.values(routes).flatMap((route): RouteObject[] => {
      if (!route || route.parentId !== parent) return []
      const own = { id: route.id, ...(route.path !== undefined && { path: route.path }) }
      return [route.index ? { ...own, index: true } : { ...own, children: toTree(route.id) }]
    })
  // The script of a page asks at the page's address with this ending.
  const found = matchRoutes(toTree(undefined), path.replace(/(\/_)?\.data$/, '') || '/')?.at(-1)
  const module = routes[found?.route.id ?? '']?.module
  const { methods } = (module?.handle ?? {}) as { methods?: string[] }
  return [...(methods ?? ['GET', 'HEAD', ...(module?.action ? ['POST'] : [])]), 'OPTIONS']
}
