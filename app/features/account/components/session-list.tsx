import { MonitorSmartphone } from 'lucide-react'
import { formatDate, formatDateTime } from '#app/lib/dates.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { OwnSessionView } from '../model.ts'
import './security.css'

/** A member's sessions, with a button to end each. */
export function SessionList({ sessions }: { sessions: OwnSessionView[] }) {
  return (
    <ul className="session-list">
      {sessions.map(({ id, device, createdAt, lastUsedAt, isCurrent }) => (
        <li key={id}>
          <Icon of={MonitorSmartphone} />
          <div>
            <p className="device">
              {device} {isCurrent && <Badge>This browser</Badge>}
            </p>
            <p className="muted">
              Logged in since {formatDate(createdAt)}, last used {formatDateTime(lastUsedAt)}
            </p>
          </div>
          <ButtonForm
            name="end-session"
            values={{ id }}
            submit={
              <>
                End<span className="sr-only"> the session on {isCurrent ? 'this browser' : device}</span>
              </>
            }
            busy="Ending..."
            kind="secondary"
            size="small"
          />
        </li>
      ))}
    </ul>
  )
}
