import { ChevronDown } from 'lucide-react'
import { Checkbox } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import './case.css'

const checks = [
  'It says HM Armed Forces Veteran Card, and HM Armed Forces in the crest',
  'The name is the one of the account, or the member explains why it is not',
  'It has a photograph, and the photograph is part of the card',
  'The service on it is the branch the member names',
  'Letters line up, and nothing looks pasted, blurred or cut',
  'What is blacked out does not hide the name or the service',
]

/** A checklist for Veteran Cards for the reviewer; nothing of it is sent or stored. */
export function VeteranCardChecklist() {
  return (
    <details className="checklist">
      <summary>
        Checking a Veteran Card
        <Icon of={ChevronDown} size="small" />
      </summary>
      <ul>
        {checks.map((check) => (
          <li key={check}>
            <Checkbox label={check} />
          </li>
        ))}
      </ul>
      <p className="muted">For your own use: your ticks are not saved.</p>
    </details>
  )
}
