import { Search } from 'lucide-react'
import { Form, href, Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { type AdminTab, adminTabLabels } from '../rules.ts'
import './admin.css'
import '#app/ui/ledger.css'

interface ListSearchProps {
  tab: AdminTab
  term: string | null
  label: string
}

/** The search box of a list: a GET form, so that results have a URL. */
export function AdminListSearch({ tab, term, label }: ListSearchProps) {
  return (
    <search className="list-search">
      {/* Made anew for another search, so that the box says what the list shows. */}
      <Form key={term} action={href('/admin')} preventScrollReset>
        <input type="hidden" name="tab" value={tab} />
        <label className="label" htmlFor="search">
          {label}
        </label>
        <div>
          <input
            className="input"
            type="search"
            id="search"
            name="search"
            defaultValue={term ?? ''}
            autoComplete="off"
          />
          <Button type="submit" kind="secondary">
            <Icon of={Search} size="small" />
            Search
          </Button>
        </div>
      </Form>
      {term && (
        <p>
          <Link to={`${href('/admin')}?tab=${tab}`} preventScrollReset>
            Show all {adminTabLabels[tab].toLowerCase()}
          </Link>
        </p>
      )}
    </search>
  )
}

interface CountLineProps {
  shown: number
  /** Whether the list has more than this page. */
  more: boolean
  /** 'business', 'businesses'. */
  words: [one: string, many: string]
  term: string | null
}

/** The number of rows shown; the total is only known if all are shown. */
export function AdminListShownCountLine({ shown, more, words: [one, many], term }: CountLineProps) {
  const found = `${shown} ${shown === 1 ? one : many}`
  return (
    <p className="muted list-count" role="status">
      {more ? `${found} on this page, newest first` : `${found}${term ? ' found' : ''}, newest first`}
    </p>
  )
}
