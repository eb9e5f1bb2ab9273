import { FileText, Image, Trash2 } from 'lucide-react'
import { Form, href } from 'react-router'
import { formatDate } from '#app/lib/dates.ts'
import { formatFileSize } from '#app/lib/file-sizes.ts'
import { Button } from '#app/ui/button.tsx'
import { FormNameField } from '#app/ui/form-name-field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { DeletedVerificationDocument, VerificationDocumentView } from '../model.ts'
import { isFileTypeShownByBrowsers, verificationDocumentKinds } from '../rules.ts'
import './verification.css'
import '#app/ui/upload-list.css'

interface DocumentListProps {
  documents: VerificationDocumentView[]
  /** Whether they can be deleted now. */
  canDelete: boolean
}

/** The stored documents, with links to open and buttons to delete them. */
export function VerificationDocumentList({ documents, canDelete }: DocumentListProps) {
  return (
    <ul className="uploads documents-held" aria-label="Documents">
      {documents.map(({ id, kind, fileName, type, size, uploadedAt }) => (
        <li key={id}>
          <div className="document-name">
            <Icon of={['jpg', 'png', 'webp', 'heic'].includes(type) ? Image : FileText} />
            <div>
              <b>{fileName}</b>
              <span className="hint num">
                {verificationDocumentKinds[kind]}, {type.toUpperCase()}, {formatFileSize(size)}. Uploaded{' '}
                {formatDate(uploadedAt)}
              </span>
            </div>
          </div>
          <div className="row row-s">
            <a
              className="btn btn-quiet btn-small"
              href={href('/verification/documents/:id', { id })}
              {...(isFileTypeShownByBrowsers(type) && { target: '_blank', rel: 'noreferrer' })}
            >
              {isFileTypeShownByBrowsers(type) ? 'Open' : 'Download'}
              <span className="sr-only">
                {' '}
                {fileName}
                {isFileTypeShownByBrowsers(type) && ' in a new tab'}
              </span>
            </a>
            {canDelete && (
              <Form method="post" preventScrollReset>
                <FormNameField value="delete-document" />
                <input type="hidden" name="document" value={id} />
                <Button type="submit" kind="quiet" size="small">
                  <Icon of={Trash2} size="small" />
                  Delete<span className="sr-only"> {fileName}</span>
                </Button>
              </Form>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Deleted documents with their dates; nothing else is kept. */
export function DeletedVerificationDocumentList({ documents }: { documents: DeletedVerificationDocument[] }) {
  if (documents.length === 0) return null
  return (
    <div className="documents-deleted">
      <h3>Deleted</h3>
      <ul>
        {documents.map(({ id, kind, uploadedAt, deletedAt }) => (
          <li key={id}>
            {verificationDocumentKinds[kind]}, uploaded {formatDate(uploadedAt)}: deleted {formatDate(deletedAt)}
          </li>
        ))}
      </ul>
    </div>
  )
}
