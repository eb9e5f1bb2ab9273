import { tooManySearchesMessage } from '#app/features/directory/model.ts'
import { resolveDirectorySearch, searchDirectoryForDownload } from '#app/features/directory/service.server.ts'
import { verifiedBusinessLabelForRelationship } from '#app/features/verification/claim-rules.ts'
import { csvLine, csvTelephoneCell } from '#app/lib/csv.ts'
import { safeHttpUrl } from '#app/lib/links.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import { TooManyRequestsError } from '#app/platform/.server/security/limits.ts'
import type { Route } from './+types/directory-csv.ts'

/** Searches with misspelt words that a download counts as: it reads many pages at once. */
const requestsCounted = 5

/** The results of a search as a CSV file, in their order: public fields without email addresses. */
export async function loader(args: Route.LoaderArgs) {
  try {
    return await respond(args)
  } catch (error) {
    if (!(error instanceof TooManyRequestsError)) throw error
    return new Response(`${tooManySearchesMessage(error.resetSeconds)}\n`, {
      status: 429,
      headers: { ...error.headers, 'Content-Type': 'text/plain; charset=utf-8' },
    })
  }
}

async function respond({ request, context }: Route.LoaderArgs): Promise<Response> {
  const { publicUrl } = context.get(requestContext)
  const platform = context.get(platformContext)
  await platform.admitCostly(requestsCounted)
  const { search } = await resolveDirectorySearch(platform, new URL(request.url).searchParams)
  const rows = await searchDirectoryForDownload(platform, search)
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
        verifiedBusinessLabelForRelationship(row.relationshipType),
        row.serviceBranch,
        csvTelephoneCell(row.businessPhoneNumber),
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
