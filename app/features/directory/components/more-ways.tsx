import { Link } from '#app/ui/link.tsx'
import type { BroaderDirectorySearch } from '../model.ts'
import { removableDirectoryFilters } from './directory-filters.tsx'
import { directorySearchPath } from './directory-path.ts'
import './directory.css'

/** What a search with few results could drop or widen, with how many that would find. */
export function BroaderDirectorySearchLinks({ alternatives }: { alternatives: BroaderDirectorySearch[] }) {
  if (alternatives.length === 0) return null
  return (
    <section className="more-ways" aria-labelledby="more-ways">
      <h3 id="more-ways">Find more</h3>
      <ul>
        {alternatives.map(({ change, search, total }) => (
          <li key={directorySearchPath(search)}>
            <Link to={directorySearchPath(search)}>{labelOf(change)}</Link> ({total.toLocaleString('en-GB')})
          </li>
        ))}
      </ul>
    </section>
  )
}

function labelOf(change: BroaderDirectorySearch['change']): string {
  if ('trade' in change) return `${change.trade} instead`
  if ('without' in change) return `Without ${removableDirectoryFilters[change.without].without}`
  return change.within === 'anywhere' ? 'At any distance' : `Within ${change.within} miles`
}
