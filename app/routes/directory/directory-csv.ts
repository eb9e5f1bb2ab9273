import { readSearch, searchForDownload } from '#app/features/directory/service.server.ts'
import { claimOf } from '#app/features/verification/claim-rules.ts'
import { csvLine, spreadsheetText } from '#app/lib/csv.ts'
import { safeHttpUrl } from '#app/lib/links.ts'
import { countRequest } from '#app/platform/.server/limits.ts'
import { platformContext, readingContext, requestContext } from '#app/platform/.server/request-context.ts'
import { apiLimit } from '../api/respond.server.ts'
import type { Route } from './+types/directory-csv.ts'

/** Requests of the API that a download counts as: it reads many pages at once. */
const requestsCounted = 10

/** The results of a search as a CSV file, in their order: public fields without email addresses. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const { clientIp, publicUrl } = context.get(requestContext)
  const state = await countRequest(platform.db, platform.secret, apiLimit, clientIp, requestsCounted)
  if (!state.allowed) {
    return new Response(`Too many downloads. Please try again in ${state.resetSeconds} seconds.\n`, {
      status: 429,
      headers: {
        'Retry-After': String(state.resetSeconds),
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'no-store',
      },
    })
  }
  const reading = context.get(readingContext)
  const { search } = await readSearch(reading, new URL(request.url).searchParams)
  const rows = await searchForDownload(reading, search)
  const lines = [
    csvLine([
      'Business',
      'Industry',
      'Tagline',
      'Town',
      'County',
      'Postcode',
      'Miles',
      'Verified',
      'Branch',
      'Phone',
      'Website',
      'Page',
    ]),
    ...rows.map((row) =>
      csvLine([
        row.name,
        row.industryName,
        row.tagline,
        row.city,
        row.county,
        row.postcode,
        row.miles === null ? null : String(row.miles),
        claimOf(row.relationshipType),
        row.serviceBranch,
        spreadsheetText(row.businessPhoneNumber),
        safeHttpUrl(row.websiteUrl),
        `${publicUrl}/business/${row.businessSlug}`,
      ]),
    ),
  ]
  return new Response(`\uFEFF${lines.join('')}`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="muster-directory.csv"',
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    },
  })
}
