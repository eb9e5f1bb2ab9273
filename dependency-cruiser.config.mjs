// The directions of import that docs/architecture.md draws. A rule here that allows more than the drawing is a mistake.

const rooms = [
  'content',
  'reference',
  'account',
  'profile',
  'businesses',
  'verification',
  'directory',
  'podcasts',
  'enquiries',
  'shop',
  'orders',
  'privacy',
  'review',
]
const features = 'app/features'
const drawers = '(schema|rules|[a-z-]*service\\.server|tables\\.server)\\.ts$'

/** A room imports only rooms before it. */
const order = rooms.map((room, index) => ({
  name: `${room}-imports-only-rooms-before-it`,
  severity: 'error',
  from: { path: `^${features}/${room}/` },
  to: { path: `^${features}/(${rooms.slice(index + 1).join('|') || 'none'})/` },
}))

/** Of another room only its schema, rules and service, and its tables for reading joins. */
const doors = rooms.map((room) => ({
  name: `${room}-uses-other-rooms-by-their-doors`,
  severity: 'error',
  from: { path: `^${features}/${room}/` },
  to: { path: `^${features}/`, pathNot: [`^${features}/${room}/`, `^${features}/[^/]+/${drawers}`] },
}))

const forbid = (name, from, to) => ({ name, severity: 'error', from: { path: from }, to: { path: to } })

export default {
  forbidden: [
    ...order,
    ...doors,
    forbid('lib-imports-nothing-of-ours', '^app/lib/', '^(app/(?!lib/)|(server|worker|db)/)'),
    forbid('ui-knows-no-feature', '^app/ui/', '^(app/(features|routes|platform)|server|worker|db)/'),
    forbid('platform-stands-on-lib', '^app/platform/', '^(app/(features|routes|ui)|server|worker|db)/'),
    forbid('features-know-no-route', '^app/features/', '^(app/(routes|root|entry)|(server|worker|db)/)'),
    forbid('routes-know-no-host', '^app/routes/', '^(server|worker|db)'),
    forbid(
      'routes-hold-no-sql',
      '^app/routes/(?!.*\\.test\\.tsx?$)',
      '(queries|tables)\\.server\\.ts$|^node_modules/drizzle-orm',
    ),
    forbid('queries-belong-to-their-room', '^(app/routes|server|worker)/', '^app/features/.*/queries\\.server\\.ts$'),
    // They go by the providers' contracts, not by what the product believes of these.
    forbid('simulators-know-no-product-code', '^simulators/(?!.*\\.test\\.ts$)', '^(app|server|worker|db|tests)/'),
    forbid('no-product-code-imports-simulators', '^(app|server|worker|db)/(?!.*\\.test\\.tsx?$)', '^simulators/'),
    forbid('no-product-code-imports-tests', '^(app|server|worker|db)/(?!.*\\.test\\.tsx?$)', '^tests/'),
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:|^\\./\\+types/' },
    },
  ],
  options: {
    // TypeScript 7 has no parser that dependency-cruiser knows: without swc it reads nothing and finds nothing wrong.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|\\.react-router)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
