import { RotateCw, X } from 'lucide-react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import type { PendingUpload } from './use-uploads.ts'
import './progress.css'
import './upload-list.css'

interface UploadListProps {
  uploads: PendingUpload[]
  cancel: (id: number) => void
  retry: (id: number) => void
}

/** Uploads in progress, and refused files with the reason. */
export function UploadList({ uploads, cancel, retry }: UploadListProps) {
  if (uploads.length === 0) return null
  return (
    <ul className="uploads" aria-label="Uploads">
      {uploads.map(({ id, file, state, percentage, problem }) => (
        <li key={id} className={problem ? 'bad' : undefined}>
          <div>
            <b>{file.name}</b>
            {problem ? (
              <span className="error">
                {problem.title}
                {problem.description && `: ${problem.description}`}
              </span>
            ) : (
              <>
                <span className="hint num">{words(state, percentage, file.size)}</span>
                <progress aria-label={`Uploading ${file.name}`} value={percentage} max={100} />
              </>
            )}
          </div>
          <div className="row row-s">
            {state === 'failed' && (
              <Button kind="secondary" size="small" onClick={() => retry(id)}>
                <Icon of={RotateCw} size="small" />
                Retry<span className="sr-only"> {file.name}</span>
              </Button>
            )}
            <Button kind="quiet" size="small" onClick={() => cancel(id)}>
              <Icon of={X} size="small" />
              {problem ? 'Remove' : 'Cancel'}
              <span className="sr-only"> {file.name}</span>
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}

function words(state: PendingUpload['state'], percentage: number, size: number): string {
  if (state === 'waiting') return 'Waiting'
  if (percentage === 100) return 'Sent, saving'
  return `Uploading, ${percentage}% of ${(size / 1024 / 1024).toFixed(1)} MB`
}
