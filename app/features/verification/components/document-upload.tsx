import { Camera, X } from 'lucide-react'
import { lazy, type RefObject, Suspense, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { href } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { OptionalLabel, SelectField } from '#app/ui/field.tsx'
import { FileDrop } from '#app/ui/file-drop.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { UploadList } from '#app/ui/upload-list.tsx'
import { useUploads } from '#app/ui/use-uploads.ts'
import { documentKinds } from '../rules.ts'
import {
  cameraTypes,
  type DocumentSource,
  documentBytes,
  documentEndings,
  documentMaximum,
  documentRefusal,
  isOffered,
  messages,
} from '../schema.ts'
import { type PhotoEdit, unedited } from './photo-geometry.ts'
import './verification.css'
import '#app/ui/upload-list.css'

const PhotoEditor = lazy(() => import('./photo-editor.tsx').catch(() => ({ default: () => null })))

/** What a page can ask of the upload on it. */
export interface DocumentUploadHandle {
  /** Whether files are chosen, under way, or could not be stored. */
  hasPending: () => boolean
  /** Uploads the chosen files, and waits until nothing is under way; false where one could not be stored. */
  finish: () => Promise<boolean>
}

interface DocumentUploadProps {
  source: DocumentSource
  /** The number of stored documents. */
  held: number
  /** The id of the file input. */
  id?: string
  /** The error about the documents. */
  error?: string | undefined
  handle?: RefObject<DocumentUploadHandle | null>
}

/** A chosen file that is not uploaded yet. */
interface ChosenDocument {
  id: number
  file: File
  /** One of `documentKinds`, or '' where the member does not say what it is. */
  kind: string
  edit: PhotoEdit
}

/** The id of the list of chosen files. */
const chosenDocumentsId = 'chosen-documents'

const hints: Record<DocumentSource, string> = {
  wizard: 'PDF, DOC, DOCX, JPG, PNG, WEBP or HEIC, up to 10MB each, 5 at most.',
  profile: 'JPG, PNG or WEBP, up to 10MB each, 5 at most.',
}

const kindOptions = [
  <option key="" value="">
    Not said
  </option>,
  ...Object.entries(documentKinds).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  )),
]

/** Adds documents: shows what was chosen, and uploads it with progress; without JavaScript one at a time. */
export function DocumentUpload({ source, held, id, error, handle }: DocumentUploadProps) {
  const address = `${href('/verification/documents')}?from=${source}`
  const { uploads, add, refuse, cancel, retry, hasUnsent, whenIdle } = useUploads({
    address,
    name: 'document',
    stored: messages.documentUploaded,
  })
  const [chosen, setChosen] = useState<ChosenDocument[]>([])
  const made = useRef(0)
  const isPreparing = useRef(false)
  const count = useRef<HTMLParagraphElement>(null)
  const coming = uploads.filter(({ state }) => state === 'waiting' || state === 'sending').length
  const room = documentMaximum - held - coming - chosen.length

  const take = (files: File[]) => {
    const taken: File[] = []
    for (const file of files) {
      if (!isOffered(file.name, source)) refuse(file, documentRefusal('type', file.name, source))
      else if (file.size === 0) refuse(file, documentRefusal('empty', file.name, source))
      else if (file.size > documentBytes) refuse(file, documentRefusal('size', file.name, source))
      else if (taken.length >= room) refuse(file, documentRefusal('too-many', file.name, source))
      else taken.push(file)
    }
    setChosen([...chosen, ...taken.map((file) => ({ id: ++made.current, file, kind: '', edit: unedited }))])
  }
  const change = (id: number, to: Partial<ChosenDocument>) =>
    setChosen((before) => before.map((each) => (each.id === id ? { ...each, ...to } : each)))

  const upload = async () => {
    if (isPreparing.current) return
    isPreparing.current = true
    const ready = await Promise.all(
      chosen.map(async ({ file, kind, edit }) => ({ file: await editedFile(file, edit), kind })),
    )
    isPreparing.current = false
    setChosen((now) => now.filter(({ id }) => !chosen.some((sent) => sent.id === id)))
    for (const { file, kind } of ready) add([file], { kind })
  }
  useImperativeHandle(handle, () => ({
    hasPending: () => chosen.length > 0 || hasUnsent(),
    finish: async () => {
      await upload()
      return whenIdle()
    },
  }))

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
                  isFirst={index === 0}
                  onKind={(kind) => change(each.id, { kind })}
                  onEdit={(edit) => change(each.id, { edit })}
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
          <Button
            kind={handle ? 'secondary' : 'primary'}
            onClick={() => {
              void upload()
              // The button disappears with its list.
              count.current?.focus()
            }}
          >
            Upload {chosen.length > 1 && `${chosen.length} documents`}
          </Button>
        </section>
      )}
      {room > 0 ? (
        <>
          <CameraInput onFiles={take} />
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
            <SelectField
              id={`document-kind-${source}`}
              label={<OptionalLabel>What is it?</OptionalLabel>}
              name="kind"
              defaultValue=""
            >
              {kindOptions}
            </SelectField>
          </FileDrop>
        </>
      ) : (
        coming + chosen.length === 0 && <p className="muted">You have reached the limit. Delete one to add another.</p>
      )}
    </div>
  )
}

/** The file as it was turned and cropped. */
async function editedFile(file: File, edit: PhotoEdit): Promise<File> {
  if (edit === unedited) return file
  const { editPhoto } = await import('./edit-photo.ts')
  return editPhoto(file, edit)
}

/** Opens the camera of a phone. Elsewhere, where there is no camera at hand, it is not shown. */
function CameraInput({ onFiles }: { onFiles: (files: File[]) => void }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const take = () => {
    if (!input.current?.files?.length) return
    onFiles([...input.current.files])
    input.current.value = ''
  }
  // A photo that was taken before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script takes over.
  useEffect(take, [])
  return (
    <div className="camera-input needs-script">
      <label className="btn btn-secondary" htmlFor={id}>
        <Icon of={Camera} /> Take a photo
      </label>
      <input
        ref={input}
        id={id}
        className="sr-only"
        type="file"
        accept={cameraTypes}
        capture="environment"
        onChange={take}
      />
    </div>
  )
}

const kindId = (id: number) => `chosen-document-${id}`

interface ChosenFileProps {
  document: ChosenDocument
  isFirst: boolean
  onKind: (kind: string) => void
  onEdit: (edit: PhotoEdit) => void
}

/** A chosen file: what it looks like, and what it is. */
function ChosenFile({ document: { id, file, kind, edit }, isFirst, onKind, onEdit }: ChosenFileProps) {
  // After choosing files the focus moves here; on a phone the list may be out of view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the first file is chosen.
  useEffect(() => {
    if (isFirst) document.getElementById(kindId(id))?.focus()
  }, [])
  return (
    <div>
      {file.type.startsWith('image/') && (
        <Suspense fallback={null}>
          <PhotoEditor file={file} edit={edit} onEdit={onEdit} />
        </Suspense>
      )}
      <SelectField
        id={kindId(id)}
        label={
          <OptionalLabel>
            What is <bdi className="file-name">{file.name}</bdi>?
          </OptionalLabel>
        }
        value={kind}
        onChange={(event) => onKind(event.currentTarget.value)}
      >
        {kindOptions}
      </SelectField>
    </div>
  )
}
