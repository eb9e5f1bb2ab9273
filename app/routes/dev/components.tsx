import type { FunctionComponent } from 'react'
import { data } from 'react-router'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import type { Route } from './+types/components.ts'
import {
  ButtonShowcase,
  ChoiceShowcase,
  PaginationShowcase,
  SheetShowcase,
  ToastShowcase,
} from './components/actions.tsx'
import {
  CallToActionShowcase,
  ShortcutShowcase,
  ThreeStepsShowcase,
  WholePageLinksShowcase,
  WizardShowcase,
} from './components/bands.tsx'
import { BusinessCardShowcase, OverviewShowcase, TableShowcase } from './components/cards.tsx'
import { ChartShowcase } from './components/charts.tsx'
import {
  ErrorSummaryShowcase,
  FileUploadShowcase,
  FormFieldShowcase,
  PasswordFieldShowcase,
} from './components/fields.tsx'
import {
  BrandIdentityShowcase,
  ColourShowcase,
  IconShowcase,
  ProgressShowcase,
  TypographyShowcase,
} from './components/foundations.tsx'
import {
  BadgeShowcase,
  EmptyStateShowcase,
  NoticeShowcase,
  VerificationStatusShowcase,
} from './components/messages.tsx'
import { type ShowcaseTheme, showcaseThemes } from './components/part.ts'
import './component-gallery.css'

interface Part {
  id: string
  title: string
  /** A description in one line. */
  lead?: string
  Shown: FunctionComponent<{ theme: ShowcaseTheme }>
  /** Whether it takes the full width, with the themes below each other. */
  isWide?: boolean
}

const parts: Part[] = [
  { id: 'identity', title: 'Identity', Shown: BrandIdentityShowcase },
  {
    id: 'colours',
    title: 'Colours',
    lead: 'Tokens of tokens.css; poppy marks one thing a view.',
    Shown: ColourShowcase,
  },
  { id: 'type', title: 'Type', Shown: TypographyShowcase },
  { id: 'signs', title: 'Signs and pictures', Shown: IconShowcase },
  { id: 'buttons', title: 'Buttons', lead: 'One primary button a view.', Shown: ButtonShowcase },
  { id: 'choices', title: 'Chips, tabs and switches', Shown: ChoiceShowcase },
  { id: 'pages', title: 'Pages of a list', Shown: PaginationShowcase },
  { id: 'fields', title: 'Fields', lead: 'Label, hint, error, control, in this order.', Shown: FormFieldShowcase },
  { id: 'passwords', title: 'Passwords', Shown: PasswordFieldShowcase },
  { id: 'summary', title: 'Error summary', lead: 'Takes focus, and leads to each field.', Shown: ErrorSummaryShowcase },
  { id: 'files', title: 'Files', Shown: FileUploadShowcase },
  { id: 'badges', title: 'Badges', Shown: BadgeShowcase },
  { id: 'notices', title: 'Notices', Shown: NoticeShowcase },
  {
    id: 'toasts',
    title: 'Toasts',
    lead: 'One at a time, in the theme of the page, for five seconds.',
    Shown: ToastShowcase,
  },
  { id: 'progress', title: 'Progress', Shown: ProgressShowcase },
  { id: 'verification', title: 'Verification', Shown: VerificationStatusShowcase },
  { id: 'empty', title: 'Empty places and waiting', Shown: EmptyStateShowcase },
  { id: 'businesses', title: 'Business cards', Shown: BusinessCardShowcase },
  { id: 'overviews', title: 'Figures, cards and facts', Shown: OverviewShowcase },
  { id: 'tables', title: 'Tables', Shown: TableShowcase },
  { id: 'charts', title: 'Charts', lead: 'The same figures always stand in a table.', Shown: ChartShowcase },
  { id: 'sheets', title: 'Sheets', Shown: SheetShowcase },
  { id: 'shortcuts', title: 'Shortcuts', Shown: ShortcutShowcase },
  { id: 'tasks', title: 'Tasks in steps', Shown: WizardShowcase, isWide: true },
  { id: 'steps', title: 'Three steps', Shown: ThreeStepsShowcase, isWide: true },
  { id: 'call', title: 'Call to action', Shown: CallToActionShowcase, isWide: true },
  { id: 'whole', title: 'Whole pages', Shown: WholePageLinksShowcase },
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
            {(Object.keys(showcaseThemes) as ShowcaseTheme[]).map((theme) => (
              <div key={theme} className="gallery-theme" data-theme={theme}>
                <p className="sr-only">{showcaseThemes[theme]}</p>
                <Shown theme={theme} />
              </div>
            ))}
          </div>
        </section>
      ))}
    </>
  )
}
