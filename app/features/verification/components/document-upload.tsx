import { useState } from 'react'
import { SelectField } from '#app/ui/field.tsx'
import { FileDrop } from '#app/ui/file-drop.tsx'
import { UploadList } from '#app/ui/upload-list.tsx'
import { useUploads } from '#app/ui/use-uploads.ts'
import { type DocumentKind, documentKinds, readDocumentKind } from '../rules.ts'
import {
  type DocumentSource,
  documentBytes,
  documentEndings,
  documentMaximum,
  documentRefusal,
  messages,
} from '../schema.ts'

interface DocumentUploadProps {
  source: DocumentSource
  /** How many are held already. */
  held: number
}

const hints: Record<DocumentSource, string> = {
  wizard: 'PDF, DOC, DOCX, JPG, PNG, WEBP or HEIC, up to 10MB each, 5 at most.',
  profile: 'JPG, PNG or WEBP, up to 10MB each, 5 at most.',
}

/** Adds documents: says what they are, and sends them with a bar each; without a script one at a time. */
export function DocumentUpload({ source, held }: DocumentUploadProps) {
  const address = `/verification/documents?from=${source}`
  const [kind, setKind] = useState<DocumentKind>('veteran-card')
  const { uploads, add, refuse, cancel, retry } = useUploads({
    address,
    name: 'document',
    stored: messages.documentUploaded,
  })
  const coming = uploads.filter(({ state }) => state === 'waiting' || state === 'sending').length
  const room = documentMaximum - held - coming

  const take = (files: File[]) => {
    const taken: File[] = []
    for (const file of files) {
      if (!isOffered(file, source)) refuse(file, documentRefusal('type', file.name, source))
      else if (file.size > documentBytes) refuse(file, documentRefusal('size', file.name, source))
      else if (taken.length >= room) refuse(file, documentRefusal('too-many', file.name, source))
      else taken.push(file)
    }
    add(taken, { kind })
  }

  return (
    <div className="document-upload">
      <p className="num muted" role="status">
        {held} of {documentMaximum} documents
      </p>
      <UploadList uploads={uploads} cancel={cancel} retry={retry} />
      {room > 0 ? (
        <FileDrop
          label="Add documents"
          hint={hints[source]}
          prompt="Drop files here, or choose them"
          name="document"
          accept={documentEndings[source]}
          several
          address={address}
          onFiles={take}
        >
          <SelectField
            id={`document-kind-${source}`}
            label="What is it?"
            name="kind"
            value={kind}
            onChange={(event) => setKind(readDocumentKind(event.currentTarget.value))}
          >
            {Object.entries(documentKinds).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
        </FileDrop>
      ) : (
        coming === 0 && <p className="muted">That is all there is room for. Delete one to add another.</p>
      )}
    </div>
  )
}

/** Whether a file is called what the screen takes; the server looks at what it is. */
function isOffered({ name }: File, source: DocumentSource): boolean {
  const ending = /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? ''
  return documentEndings[source].split(',').includes(ending)
}
