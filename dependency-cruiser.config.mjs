// The import directions of docs/architecture.md. A rule that allows more than that page is a mistake.

const features = [
  'content',
  'reference',
  'places',
  'account',
  'profile',
  'registration',
  'businesses',
  'verification',
  'directory',
  'imports',
  'credentials',
  'offers',
  'shortlist',
  'enquiries',
  'visits',
  'podcasts',
  'reports',
  'contact',
  'shop',
  'orders',
  'privacy',
  'backups',
  'monitoring',
  'admin',
]
const folder = 'app/features'
const importable = '([a-z-]*(model|schema)|[a-z-]*rules|[a-z-]*service\\.server|policy\\.server|tables\\.server)\\.ts$'

/** A feature imports only features before it. */
const order = features.map((feature, index) => ({
  name: `${feature}-imports-only-features-before-it`,
  severity: 'error',
  from: { path: `^${folder}/${feature}/` },
  to: { path: `^${folder}/(${features.slice(index + 1).join('|') || 'none'})/` },
}))

/** Of another feature only its model, schemas, rules, policies and services, and its tables for reading joins. */
const interfaces = features.map((feature) => ({
  name: `${feature}-imports-only-interfaces-of-other-features`,
  severity: 'error',
  from: { path: `^${folder}/${feature}/` },
  to: {
    path: `^${folder}/`,
    pathNot: [
      `^${folder}/${feature}/`,
      `^${folder}/[^/]+/${importable}`,
      `^${folder}/[^/]+/(?!components/)[^/]+/${importable}`,
    ],
  },
}))

const forbid = (name, from, to) => ({ name, severity: 'error', from: { path: from }, to: { path: to } })

export default {
  forbidden: [
    ...order,
    ...interfaces,
    forbid('lib-imports-nothing-of-ours', '^app/lib/', '^(app/(?!lib/)|(server|worker|commands|db|demo)/)'),
    forbid('ui-knows-no-feature', '^app/ui/', '^(app/(features|routes|platform)|server|worker|commands|db|demo)/'),
    forbid('platform-stands-on-lib', '^app/platform/', '^(app/(features|routes|ui)|server|worker|commands|db|demo)/'),
    // Of zod itself a browser would load every method and format with the first form.
    forbid(
      'forms-load-zod-mini',
      '^app/(ui/|lib/form-|features/.*(/components/|form-schema\\.ts$))',
      '(^|/)node_modules/zod/(?!mini/)',
    ),
    forbid('features-know-no-route', '^app/features/', '^(app/(routes|root|entry)|(server|worker|commands|db|demo)/)'),
    forbid('routes-know-no-host', '^app/routes/', '^(server|worker|commands|db|demo)'),
    forbid(
      'routes-hold-no-sql',
      '^app/routes/(?!.*\\.test\\.tsx?$)',
      '(queries|tables)\\.server\\.ts$|^node_modules/drizzle-orm',
    ),
    forbid(
      'queries-belong-to-their-feature',
      '^(app/routes|server|worker)/',
      '^app/features/.*/queries\\.server\\.ts$',
    ),
    // Simulators follow the providers' published contracts, not the product's reading of them.
    forbid(
      'simulators-know-no-product-code',
      '^simulators/(?!.*\\.test\\.ts$)',
      '^(app|server|worker|commands|db|demo|tests)/',
    ),
    forbid(
      'no-product-code-imports-simulators',
      '^(app|server|worker|commands|db|demo)/(?!.*\\.test\\.tsx?$)',
      '^simulators/',
    ),
    forbid('no-product-code-imports-tests', '^(app|server|worker|commands|db|demo)/(?!.*\\.test\\.tsx?$)', '^tests/'),
    {
      // Vitest's modules throw outside its own processes, and these programs run without it.
      name: 'programs-run-without-vitest',
      severity: 'error',
      from: { path: '^tests/(bench|fuzz|kill|releases)(?!.*\\.test\\.ts$)' },
      to: { path: '(^|/)node_modules/vitest/', reachable: true },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:|^\\./\\+types/' },
    },
  ],
  options: {
    // dependency-cruiser knows no parser of TypeScript 7: without swc it reads nothing and reports nothing.
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
