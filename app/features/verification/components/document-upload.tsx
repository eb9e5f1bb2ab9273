import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { FileDrop } from '#app/ui/file-drop.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { useToast } from '#app/ui/toast.tsx'
import { UploadList } from '#app/ui/upload-list.tsx'
import { useUploads } from '#app/ui/use-uploads.ts'
import { type DocumentKind, documentKinds, readDocumentKind } from '../rules.ts'
import {
  type DocumentSource,
  documentBytes,
  documentEndings,
  documentMaximum,
  documentRefusal,
  isOffered,
  messages,
} from '../schema.ts'
import './verification.css'
import '#app/ui/upload-list.css'

interface DocumentUploadProps {
  source: DocumentSource
  /** The number of stored documents. */
  held: number
  /** The id of the file input. */
  id?: string
  /** The error about the documents. */
  error?: string | undefined
  /** Called with the number of chosen files that are not uploaded yet. */
  onChosen?: (count: number) => void
}

/** A chosen file, which is uploaded once the member says what it is. */
interface ChosenDocument {
  id: number
  file: File
  kind: DocumentKind | null
}

/** The id of the list of chosen files. */
export const chosenDocumentsId = 'chosen-documents'

const hints: Record<DocumentSource, string> = {
  wizard: 'PDF, DOC, DOCX, JPG, PNG, WEBP or HEIC, up to 10MB each, 5 at most.',
  profile: 'JPG, PNG or WEBP, up to 10MB each, 5 at most.',
}

const kindOptions = [
  <option key="" value="">
    Choose one
  </option>,
  ...Object.entries(documentKinds).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  )),
]

/** Adds documents: asks what each is and uploads them with progress; without JavaScript one at a time. */
export function DocumentUpload({ source, held, id, error, onChosen }: DocumentUploadProps) {
  const address = `${href('/verification/documents')}?from=${source}`
  const toast = useToast()
  const { uploads, add, refuse, cancel, retry } = useUploads({
    address,
    name: 'document',
    stored: messages.documentUploaded,
  })
  const [chosen, setChosen] = useState<ChosenDocument[]>([])
  /** Whether upload was pressed while a kind was missing. */
  const [isMissing, setIsMissing] = useState(false)
  const made = useRef(0)
  const count = useRef<HTMLParagraphElement>(null)
  const coming = uploads.filter(({ state }) => state === 'waiting' || state === 'sending').length
  const room = documentMaximum - held - coming - chosen.length

  useEffect(() => onChosen?.(chosen.length), [onChosen, chosen.length])

  const take = (files: File[]) => {
    const taken: File[] = []
    for (const file of files) {
      if (!isOffered(file.name, source)) refuse(file, documentRefusal('type', file.name, source))
      else if (file.size === 0) refuse(file, documentRefusal('empty', file.name, source))
      else if (file.size > documentBytes) refuse(file, documentRefusal('size', file.name, source))
      else if (taken.length >= room) refuse(file, documentRefusal('too-many', file.name, source))
      else taken.push(file)
    }
    setChosen([...chosen, ...taken.map((file) => ({ id: ++made.current, file, kind: null }))])
  }

  const upload = () => {
    const unnamed = chosen.find(({ kind }) => kind === null)
    setIsMissing(unnamed !== undefined)
    if (unnamed) {
      toast(messages.kindRequired)
      document.getElementById(kindId(unnamed.id))?.focus()
      return
    }
    for (const { file, kind } of chosen) add([file], { kind: String(kind) })
    setChosen([])
    // The button disappears with its list.
    count.current?.focus()
  }

  return (
    <div className="document-upload">
      <p className="num muted" role="status" ref={count} tabIndex={-1}>
        {held} of {documentMaximum} documents
      </p>
      <UploadList uploads={uploads} cancel={cancel} retry={retry} />
      {chosen.length > 0 && (
        <section className="chosen-documents" id={chosenDocumentsId} tabIndex={-1} aria-label="Chosen files">
          <ul className="uploads">
            {chosen.map((each, index) => (
              <li key={each.id}>
                <ChosenFile
                  document={each}
                  error={isMissing && each.kind === null ? messages.kindRequired.description : undefined}
                  isFirst={index === 0}
                  onKind={(kind) => setChosen(chosen.map((other) => (other === each ? { ...each, kind } : other)))}
                />
                <Button
                  kind="quiet"
                  size="small"
                  onClick={() => {
                    setChosen(chosen.filter((other) => other !== each))
                    count.current?.focus()
                  }}
                >
                  <Icon of={X} size="small" />
                  Remove<span className="sr-only"> {each.file.name}</span>
                </Button>
              </li>
            ))}
          </ul>
          <Button onClick={upload}>Upload {chosen.length > 1 && `${chosen.length} documents`}</Button>
        </section>
      )}
      {room > 0 ? (
        <FileDrop
          id={id}
          label="Add documents"
          hint={hints[source]}
          error={error}
          prompt="Drop files here, or choose them"
          name="document"
          accept={documentEndings[source]}
          several
          address={address}
          onFiles={take}
        >
          <SelectField id={`document-kind-${source}`} label="What is it?" name="kind" defaultValue="" required>
            {kindOptions}
          </SelectField>
        </FileDrop>
      ) : (
        coming + chosen.length === 0 && <p className="muted">You have reached the limit. Delete one to add another.</p>
      )}
    </div>
  )
}

const kindId = (id: number) => `chosen-document-${id}`

interface ChosenFileProps {
  document: ChosenDocument
  error: string | undefined
  isFirst: boolean
  onKind: (kind: DocumentKind | null) => void
}

/** Asks what kind of document a chosen file is. */
function ChosenFile({ document: { id, file, kind }, error, isFirst, onKind }: ChosenFileProps) {
  // After choosing files the focus moves here; on a phone the list may be out of view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the first file is chosen.
  useEffect(() => {
    if (isFirst) document.getElementById(kindId(id))?.focus()
  }, [])
  return (
    <SelectField
      id={kindId(id)}
      label={
        <>
          What is <bdi className="file-name">{file.name}</bdi>?
        </>
      }
      {...(error && { error })}
      value={kind ?? ''}
      onChange={(event) => onKind(readDocumentKind(event.currentTarget.value))}
    >
      {kindOptions}
    </SelectField>
  )
}
