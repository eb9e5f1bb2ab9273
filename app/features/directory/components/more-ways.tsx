import { Link } from '#app/ui/link.tsx'
import type { Alternative } from '../model.ts'
import { directoryPath } from './directory-path.ts'
import './directory.css'

const filterNames: Record<Extract<Alternative['change'], { without: unknown }>['without'], string> = {
  search: 'the words',
  near: 'the place',
  industry: 'the industry',
  city: 'the city or town',
  county: 'the county',
  postcode: 'the postcode',
  serviceBranch: 'the service branch',
  relationshipType: 'the relationship',
  hasGallery: '‘with a gallery’',
  hasWebsite: '‘with a website’',
}

/** What a search with few results could drop or widen, with how many that would find. */
export function MoreWays({ alternatives }: { alternatives: Alternative[] }) {
  if (alternatives.length === 0) return null
  return (
    <section className="more-ways" aria-labelledby="more-ways">
      <h3 id="more-ways">Find more</h3>
      <ul>
        {alternatives.map(({ change, search, total }) => (
          <li key={directoryPath(search)}>
            <Link to={directoryPath(search)}>
              {'within' in change
                ? change.within === 'anywhere'
                  ? 'At any distance'
                  : `Within ${change.within} miles`
                : `Without ${filterNames[change.without]}`}
            </Link>{' '}
            ({total.toLocaleString('en-GB')})
          </li>
        ))}
      </ul>
    </section>
  )
}
