/** The areas of the site. Every screen is in one of them; its error page names the area and links to its start. */
export const siteAreas = {
  public: { subject: 'This page', start: { label: 'Go to the home page', to: '/' } },
  directory: { subject: 'This page of the directory', start: { label: 'Go to the directory', to: '/directory' } },
  account: { subject: 'This page of your account', start: { label: 'Go to the dashboard', to: '/dashboard' } },
  // An owner is led on from there to /my-business, which nobody else has.
  owner: {
    subject: 'This page of your business',
    start: { label: 'Go to your business', to: '/business-onboarding' },
  },
  podcasts: { subject: 'This page of the podcasts', start: { label: 'Go to the podcasts', to: '/podcasts' } },
  shop: { subject: 'This page of the shop', start: { label: 'Go to the shop', to: '/shop' } },
  admin: { subject: 'This page of the Admin Panel', start: { label: 'Go to the Admin Panel', to: '/admin' } },
} as const

export type SiteArea = keyof typeof siteAreas

/** The id of the layout route that holds an area's routes. */
export const siteAreaRouteId = (area: SiteArea) => `areas/${area}`

/** The area among the ids of matched routes; the public one if there is none. */
export function siteAreaOfRoutes(routeIds: string[]): SiteArea {
  return (Object.keys(siteAreas) as SiteArea[]).find((area) => routeIds.includes(siteAreaRouteId(area))) ?? 'public'
}
