import { Share2 } from 'lucide-react'
import { href, Link } from 'react-router'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { RemovableFilterChip } from '#app/ui/chip.tsx'
import { FormSwitch } from '#app/ui/form-switch.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { KeysetPagination } from '#app/ui/keyset-pagination.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { SidePanelSheet } from '#app/ui/sheet.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { useToast } from '#app/ui/toast.tsx'
import type { ShowcaseTheme } from './part.ts'
import '#app/routes/dev/component-gallery.css'
import '#app/ui/tabs.css'

const here = href('/dev/components')

export function ButtonShowcase() {
  return (
    <>
      <div className="row">
        <Button>Primary</Button>
        <Button kind="secondary">Secondary</Button>
        <Button kind="quiet">Quiet</Button>
        <Button kind="secondary" className="btn-danger">
          Destructive
        </Button>
      </div>
      <div className="row">
        <Button size="large">Large, 56</Button>
        <Button>Medium, 48</Button>
        <Button size="small">Small, 44</Button>
        <Button kind="quiet" className="btn-icon" aria-label="Share">
          <Icon of={Share2} />
        </Button>
      </div>
      <div className="row">
        <SubmitButton busy busyLabel="Saving...">
          Save
        </SubmitButton>
        <Button disabled>Disabled</Button>
        <LinkButton kind="secondary" to={here}>
          A link
        </LinkButton>
        <Link className="more" to={here}>
          More of this
        </Link>
      </div>
      <div className="navy gallery-navy">
        <Button>On navy</Button>
      </div>
    </>
  )
}

export function ToastShowcase() {
  const toast = useToast()
  return (
    <div className="row">
      <Button
        kind="secondary"
        onClick={() => toast({ title: 'Profile updated', description: 'What you changed is kept.' })}
      >
        Show a toast
      </Button>
      <Button
        kind="secondary"
        onClick={() => toast({ title: 'File too large', description: 'Logo must be under 5MB', bad: true })}
      >
        Show a bad one
      </Button>
    </div>
  )
}

export function ChoiceShowcase({ theme }: { theme: ShowcaseTheme }) {
  return (
    <>
      <ul className="row row-s orders" aria-label={`Order, ${theme}`}>
        <li>
          <Link className="chip" to={here} aria-current="true">
            Newest first
          </Link>
        </li>
        <li>
          <Link className="chip" to={here}>
            Longest waiting first
          </Link>
        </li>
      </ul>
      <div className="row row-s">
        <RemovableFilterChip to={here}>County: Cumbria</RemovableFilterChip>
        <RemovableFilterChip to={here}>Service: British Army</RemovableFilterChip>
      </div>
      <nav className="tabs" aria-label={`Tabs, ${theme}`}>
        <Link className="tab" to={here} aria-current="page">
          Profile
        </Link>
        <Link className="tab" to={here}>
          Queue <span className="count">12</span>
        </Link>
      </nav>
      {[true, false].map((isOn) => (
        <FormSwitch
          key={String(isOn)}
          address={here}
          isOn={isOn}
          field="isActive"
          others={{}}
          failed={{
            title: 'Error',
            description: 'Nothing is saved on this page, so the switch moves back.',
            bad: true,
          }}
        >
          {isOn ? 'Visible in the directory' : 'Hidden from the directory'}
        </FormSwitch>
      ))}
    </>
  )
}

export function PaginationShowcase() {
  return (
    <>
      <Pagination page={6} pageCount={40} shown={5} to={() => here} preventScrollReset />
      <Pagination page={1} pageCount={3} shown={5} to={() => here} preventScrollReset />
      <KeysetPagination previous={{ at: '1', id: 'a' }} next={{ at: '2', id: 'b' }} path={here} keep={{ tab: null }} />
    </>
  )
}

export function SheetShowcase({ theme }: { theme: ShowcaseTheme }) {
  const id = `sheet-${theme}`
  return (
    <>
      <div>
        <Button kind="secondary" popoverTarget={id}>
          Open a sheet
        </Button>
      </div>
      <SidePanelSheet
        id={id}
        title={`Filters, ${theme}`}
        foot={
          <Button popoverTarget={id} popoverTargetAction="hide">
            Show 12 businesses
          </Button>
        }
      >
        <p>A panel beside the page; below 896 pixels it comes from the bottom.</p>
      </SidePanelSheet>
    </>
  )
}
