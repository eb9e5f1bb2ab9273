import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import './preview-band.css'

interface PreviewBandProps {
  /** False for an admin. */
  isOwner: boolean
  /** Why the page is not public. */
  reason: string
  /** A link to what can be done about it. */
  children: ReactNode
}

/** Tells an owner or an admin that a page is not public. */
export function NotPublicPreviewBand({ isOwner, reason, children }: PreviewBandProps) {
  return (
    <div className="verified-band preview-band">
      <div className="wrap">
        <Icon of={Eye} />
        <p>
          <b>
            {isOwner
              ? 'This is a preview. Only you can see it.'
              : 'You see this because you are an admin. The public cannot.'}
          </b>{' '}
          {reason}
        </p>
        {children}
      </div>
    </div>
  )
}
