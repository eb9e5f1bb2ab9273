import { ArrowLeft } from 'lucide-react'
import { href, Link } from 'react-router'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { businessWizardPath } from '../wizard-rules.ts'
import './my-business.css'

/** The page of a member who has no business. */
export function NoOwnBusinessPage() {
  return (
    <div className="wrap section my-business-none">
      <BackToDashboardLink />
      <EmptyState title="No Business Found" heading="h1">
        <p>You haven't listed a business yet. It's free and takes a few minutes.</p>
        <LinkButton to={businessWizardPath}>List your business</LinkButton>
      </EmptyState>
    </div>
  )
}

/** The link back above a page of the owner. */
export function BackToDashboardLink() {
  return (
    <Link className="more" to={href('/dashboard')}>
      <Icon of={ArrowLeft} size="small" />
      Back to Dashboard
    </Link>
  )
}
