import { parseShortlistSlugs } from '#app/features/shortlist/rules.ts'
import { getShownShortlist } from '#app/features/shortlist/service.server.ts'
import { csvLine, csvTelephoneCell } from '#app/lib/csv.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/shortlist-csv.ts'
import { shortlistOwnerOfRequest } from './shortlist-owner.server.ts'

/** A shortlist as a CSV file, in the order of its table. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const query = new URL(request.url).searchParams
  const near = (query.get('near') ?? '').trim().slice(0, 200)
  const list = query.has('list')
    ? { slugs: parseShortlistSlugs(query.get('list')) }
    : await shortlistOwnerOfRequest(request, context)
  const { businesses } = await getShownShortlist(platform, list, near)
  const lines = [
    csvLine(['Business', 'What they do', 'Main service', 'Where', 'Miles', 'Verified', 'Checked', 'Phone', 'Website']),
    ...businesses.map((business) =>
      csvLine([
        business.name,
        business.industryName,
        business.primaryService,
        business.town,
        business.miles === null ? null : String(business.miles),
        business.claim,
        business.checkedOn,
        csvTelephoneCell(business.phone?.shown ?? null),
        business.websiteUrl,
      ]),
    ),
  ]
  return new Response(`\uFEFF${lines.join('')}`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="muster-shortlist.csv"',
      'Cache-Control': 'private, no-store',
    },
  })
}
