import { index, type RouteConfig, route } from '@react-router/dev/routes'

// Every address of the product, in the specification's order.
export default [
  index('routes/public/home.ts'),
  route('dashboard', 'routes/account/dashboard.tsx'),
  route('admin', 'routes/admin/admin.tsx'),
  route('admin/verifications/:id', 'routes/admin/case.tsx'),
  route('admin/profiles/:id', 'routes/admin/member.tsx'),
  route('admin/business-visibility', 'routes/admin/business-visibility.ts'),
  route('admin/figures', 'routes/admin/figures.tsx'),
  route('admin/audit', 'routes/admin/audit.tsx'),
  route('admin/audit.csv', 'routes/admin/audit-csv.ts'),
  route('admin/jobs', 'routes/admin/jobs.tsx'),
  route('directory', 'routes/directory/directory.tsx'),
  route('business/:slug', 'routes/directory/business.tsx', { id: 'business' }),
  route('directory/:slug', 'routes/directory/business.tsx', { id: 'directory-business' }),
  route('auth', 'routes/account/auth.tsx'),
  route('auth/address', 'routes/account/address.ts'),
  route('onboarding', 'routes/account/onboarding.tsx'),
  route('verification', 'routes/public/verification.tsx'),
  route('profile', 'routes/account/profile.tsx'),
  route('profile/avatar', 'routes/account/avatar.ts'),
  route('business-onboarding', 'routes/owner/business-onboarding.tsx'),
  route('business-onboarding/picture', 'routes/owner/draft-picture.ts'),
  route('my-business', 'routes/owner/my-business.tsx'),
  route('my-business/picture', 'routes/owner/my-business-picture.ts'),
  route('my-business/visibility', 'routes/owner/visibility.ts'),
  route('403', 'routes/public/forbidden.tsx'),

  route('sign-out', 'routes/account/sign-out.ts'),
  route('appearance', 'routes/public/appearance.ts'),
  route('sitemap.xml', 'routes/public/sitemap-index.ts'),
  route('sitemaps/:name', 'routes/public/sitemap.ts'),
  route('robots.txt', 'routes/public/robots.ts'),
  route('picture.png', 'routes/public/picture.ts'),
  route('business/:slug/picture.png', 'routes/directory/business-picture.ts'),
  route('business/:slug/contact.vcf', 'routes/directory/business-contact.ts'),

  route('api/v1/openapi.json', 'routes/api/openapi.ts'),
  route('api/v1/businesses', 'routes/api/businesses.ts'),
  route('api/v1/businesses/:slug', 'routes/api/business.ts'),
  route('api/*', 'routes/api/not-found.ts'),

  route('profile/data/:id', 'routes/account/data-export.ts'),
  route('live', 'routes/account/live.ts'),

  route('dev/mail', 'routes/dev/mails.tsx'),
  route('dev/mail/:id', 'routes/dev/mail.tsx'),
  route('dev/mail/:id/html', 'routes/dev/mail-html.ts'),

  route('*', 'routes/public/not-found.tsx'),
] satisfies RouteConfig
