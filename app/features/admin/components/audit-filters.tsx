import { Form, href } from 'react-router'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import type { AuditFilterField, ParsedAuditFilter } from '../audit-model.ts'
import { auditActionSentenceOf } from '../audit-sentences.ts'
import './admin.css'

interface AuditFiltersProps extends Pick<ParsedAuditFilter, 'typed' | 'problems'> {
  /** The actions to choose from. */
  actions: string[]
}

/** The filters of the audit log. */
export function AuditFilterForm({ typed, problems, actions }: AuditFiltersProps) {
  const field = (name: AuditFilterField) => {
    const error = problems.find((problem) => problem.field === name)?.message
    return { id: `audit-${name}`, name, defaultValue: typed[name], ...(error && { error }) }
  }
  const text = { autoComplete: 'off', spellCheck: false, autoCapitalize: 'none' } as const
  return (
    // The key remounts the form for each request, so that the fields show the current filters, also after going back.
    <Form key={JSON.stringify(typed)} className="audit-filters" role="search" aria-label="Audit" noValidate>
      <ErrorSummary
        errors={problems.map((problem) => ({ ...problem, field: `audit-${problem.field}` }))}
        attempt={JSON.stringify(typed)}
      />
      <div className="audit-fields">
        <SelectField label="Action" {...field('action')}>
          <option value="">Any action</option>
          {actions.map((action) => (
            <option key={action} value={action}>
              {labelOf(action)}
            </option>
          ))}
        </SelectField>
        <TextField label="Email of who did it" {...field('actor')} {...text} inputMode="email" />
        <TextField label="Id of what changed" {...field('subject')} {...text} />
        <TextField label="From" {...field('from')} type="date" />
        <TextField label="To" {...field('to')} type="date" />
        <div className="row">
          <Button type="submit">Show</Button>
          <LinkButton kind="quiet" to={href('/admin/audit')}>
            Clear
          </LinkButton>
        </div>
      </div>
    </Form>
  )
}

/** The label of an action in the filter. */
function labelOf(action: string): string {
  const phrase = auditActionSentenceOf(action)?.replace('{actor} ', '').replace('{subject}', '…')
  return phrase ? phrase[0]?.toUpperCase() + phrase.slice(1) : action
}
