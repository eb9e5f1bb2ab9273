import type { FunctionComponent } from 'react'
import { data } from 'react-router'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import type { Route } from './+types/components.ts'
import { Buttons, Choices, Pages, Sheets, Toasts } from './components/actions.tsx'
import { Call, Shortcuts, Steps, Tasks, WholePages } from './components/bands.tsx'
import { BusinessCards, Overviews, Tables } from './components/cards.tsx'
import { Charts } from './components/charts.tsx'
import { Fields, Files, Passwords, Summary } from './components/fields.tsx'
import { Colours, Identity, Progress, Signs, Type } from './components/foundations.tsx'
import { Badges, Emptiness, Notices, VerificationMessages } from './components/messages.tsx'
import { type Theme, themes } from './components/part.ts'
import './component-gallery.css'

interface Part {
  id: string
  title: string
  /** A description in one line. */
  lead?: string
  Shown: FunctionComponent<{ theme: Theme }>
  /** Whether it takes the full width, with the themes below each other. */
  isWide?: boolean
}

const parts: Part[] = [
  { id: 'identity', title: 'Identity', Shown: Identity },
  { id: 'colours', title: 'Colours', lead: 'Tokens of tokens.css; poppy marks one thing a view.', Shown: Colours },
  { id: 'type', title: 'Type', Shown: Type },
  { id: 'signs', title: 'Signs and pictures', Shown: Signs },
  { id: 'buttons', title: 'Buttons', lead: 'One primary button a view.', Shown: Buttons },
  { id: 'choices', title: 'Chips, tabs and switches', Shown: Choices },
  { id: 'pages', title: 'Pages of a list', Shown: Pages },
  { id: 'fields', title: 'Fields', lead: 'Label, hint, error, control, in this order.', Shown: Fields },
  { id: 'passwords', title: 'Passwords', Shown: Passwords },
  { id: 'summary', title: 'Error summary', lead: 'Takes focus, and leads to each field.', Shown: Summary },
  { id: 'files', title: 'Files', Shown: Files },
  { id: 'badges', title: 'Badges', Shown: Badges },
  { id: 'notices', title: 'Notices', Shown: Notices },
  { id: 'toasts', title: 'Toasts', lead: 'One at a time, in the theme of the page, for five seconds.', Shown: Toasts },
  { id: 'progress', title: 'Progress', Shown: Progress },
  { id: 'verification', title: 'Verification', Shown: VerificationMessages },
  { id: 'empty', title: 'Empty places and waiting', Shown: Emptiness },
  { id: 'businesses', title: 'Business cards', Shown: BusinessCards },
  { id: 'overviews', title: 'Figures, cards and facts', Shown: Overviews },
  { id: 'tables', title: 'Tables', Shown: Tables },
  { id: 'charts', title: 'Charts', lead: 'The same figures always stand in a table.', Shown: Charts },
  { id: 'sheets', title: 'Sheets', Shown: Sheets },
  { id: 'shortcuts', title: 'Shortcuts', Shown: Shortcuts },
  { id: 'tasks', title: 'Tasks in steps', Shown: Tasks, isWide: true },
  { id: 'steps', title: 'Three steps', Shown: Steps, isWide: true },
  { id: 'call', title: 'Call to action', Shown: Call, isWide: true },
  { id: 'whole', title: 'Whole pages', Shown: WholePages },
]

export function loader({ context }: Route.LoaderArgs) {
  if (context.get(platformContext).production) throw data(null, { status: 404 })
  return null
}

export function meta() {
  return [{ title: 'Components – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function Components() {
  return (
    <>
      <PageHead title="Components" lead="Every part in every state, light beside dark. A real site has no such page." />
      <div className="wrap gallery-index">
        <nav aria-label="Components">
          <ul>
            {parts.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      {parts.map(({ id, title, lead, Shown, isWide }) => (
        <section key={id} id={id} className="gallery-part" aria-labelledby={`${id}-title`}>
          <div className="wrap">
            <h2 id={`${id}-title`}>{title}</h2>
            {lead && <p className="muted">{lead}</p>}
          </div>
          <div className={isWide ? 'gallery-themes gallery-themes-wide' : 'wrap gallery-themes'}>
            {(Object.keys(themes) as Theme[]).map((theme) => (
              <div key={theme} className="gallery-theme" data-theme={theme}>
                <p className="sr-only">{themes[theme]}</p>
                <Shown theme={theme} />
              </div>
            ))}
          </div>
        </section>
      ))}
    </>
  )
}
