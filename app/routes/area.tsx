import { Outlet, useMatches } from 'react-router'
import { ErrorPage } from '#app/ui/error-page.tsx'
import type { Route } from './+types/area.ts'
import { siteAreaOfRoutes, siteAreas } from './areas.ts'

/** Holds the routes of an area. It has no loader, so it costs a request nothing. */
export default function AreaLayout() {
  return <Outlet />
}

/** What shows in the frame of the site when a route of the area throws. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const area = siteAreaOfRoutes(useMatches().map(({ id }) => id))
  const { subject, start } = siteAreas[area]
  const other = area === 'public' ? siteAreas.directory.start : siteAreas.public.start
  return <ErrorPage error={error} subject={subject} links={[start, other]} />
}
