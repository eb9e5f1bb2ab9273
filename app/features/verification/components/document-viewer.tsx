import { Download, ExternalLink, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { useRef, useState } from 'react'
import { href } from 'react-router'
import { formatDate } from '#app/lib/dates.ts'
import { formatFileSize } from '#app/lib/file-sizes.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { documentViewerParameter } from '../documents/opening-rules.ts'
import type { VerificationCaseDocument, VerificationDocumentView } from '../model.ts'
import { isFileTypeShownByBrowsers, verificationDocumentKinds } from '../rules.ts'
import { useRecordDocumentOnScreen, useReloadAfterDocumentOpened } from './use-on-screen.ts'
import './case.css'
import './verification.css'

interface DocumentViewerProps {
  documents: VerificationCaseDocument[]
  shown: VerificationCaseDocument | null
  /** Of the case. */
  address: string
}

/** A viewer for a member's documents, one at a time; each access is recorded. */
export function VerificationDocumentViewer({ documents, shown, address }: DocumentViewerProps) {
  useReloadAfterDocumentOpened(documents)
  if (!shown) {
    return (
      <section className="viewer" aria-labelledby="documents">
        <Heading />
        <EmptyState title="No documents">
          <p>The member sent none, or they have been deleted. Ask for what you need.</p>
        </EmptyState>
      </section>
    )
  }
  const to = (id: string) => `${address}${address.includes('?') ? '&' : '?'}document=${id}`
  return (
    <section className="viewer" aria-labelledby="documents">
      <Heading />
      {documents.length > 1 && (
        <nav className="viewer-list" aria-label="Documents of this case">
          <ul>
            {documents.map((document, index) => (
              <li key={document.id}>
                <Link
                  to={to(document.id)}
                  preventScrollReset
                  {...(document.id === shown.id && { 'aria-current': 'true' as const })}
                >
                  <b>
                    {index + 1}. {verificationDocumentKinds[document.kind]}
                  </b>
                  <FileName document={document} />
                  <span>
                    {factsOf(document)} · {document.isOpened ? 'Opened' : 'Not opened yet'}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Sheet key={shown.id} document={shown} />
    </section>
  )
}

function Heading() {
  return (
    <h2 id="documents" className="sr-only">
      Documents
    </h2>
  )
}

function Sheet({ document }: { document: VerificationCaseDocument }) {
  const page = useRef<HTMLElement>(null)
  useRecordDocumentOnScreen(page, document)
  const [turns, setTurns] = useState(0)
  const [zoom, setZoom] = useState(0)
  const { id, kind, type } = document
  const file = href('/verification/documents/:id', { id })
  const viewed = `${file}?${documentViewerParameter}`
  const title = verificationDocumentKinds[kind]
  const isShown = isFileTypeShownByBrowsers(type)
  const isPicture = isShown && type !== 'pdf'
  return (
    <>
      <div className="viewer-head">
        <p>
          <b>{title}</b> <FileName document={document} /> <span className="muted">{factsOf(document)}</span>
        </p>
        <div className="row row-s">
          {isPicture && (
            <span className="row row-s needs-script">
              <Button
                kind="quiet"
                className="btn-icon"
                aria-label="Zoom in"
                onClick={() => setZoom(Math.min(zoom + 1, 3))}
              >
                <Icon of={ZoomIn} />
              </Button>
              <Button
                kind="quiet"
                className="btn-icon"
                aria-label="Zoom out"
                onClick={() => setZoom(Math.max(zoom - 1, 0))}
              >
                <Icon of={ZoomOut} />
              </Button>
              <Button kind="quiet" className="btn-icon" aria-label="Rotate" onClick={() => setTurns((turns + 1) % 4)}>
                <Icon of={RotateCw} />
              </Button>
            </span>
          )}
          <a className={buttonClass({ kind: 'quiet', size: 'small' })} href={file} target="_blank" rel="noreferrer">
            <Icon of={ExternalLink} size="small" />
            Open<span className="sr-only"> {title} in a new tab</span>
          </a>
        </div>
      </div>
      {isPicture ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        <section ref={page} className="viewer-page" tabIndex={0} aria-label={`${title}, picture`}>
          <img src={viewed} alt={`${title}, as the member sent it`} data-turns={turns} data-zoom={zoom} />
        </section>
      ) : isShown ? (
        <section ref={page} aria-label={title}>
          <iframe className="viewer-frame" src={viewed} title={`${title}, as the member sent it`} />
        </section>
      ) : (
        <div className="viewer-page">
          <p>A browser cannot show this kind of file.</p>
          <a className={buttonClass({ kind: 'secondary' })} href={file}>
            <Icon of={Download} size="small" />
            Download it
          </a>
        </div>
      )}
    </>
  )
}

/** The member's name of the file, isolated because it may be in another writing direction. */
function FileName({ document }: { document: VerificationDocumentView }) {
  return <bdi className="file-name">{document.fileName}</bdi>
}

function factsOf({ type, size, uploadedAt }: VerificationDocumentView): string {
  return [type.toUpperCase(), formatFileSize(size), formatDate(uploadedAt)].join(' · ')
}
