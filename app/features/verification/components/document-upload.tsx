import { lazy, type RefObject, Suspense, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { href } from 'react-router'
import { OptionalLabel, SelectField } from '#app/ui/field.tsx'
import { FileDrop } from '#app/ui/file-drop.tsx'
import { isFileOf } from '#app/ui/is-file-of.ts'
import { useUploads } from '#app/ui/use-uploads.ts'
import {
  type ChoiceRefusal,
  cameraTypes,
  contentRefusal,
  type DocumentSource,
  documentBytes,
  documentEndings,
  documentMaximum,
  documentRefusal,
  verificationMessages,
} from '../model.ts'
import type { ChosenDocument } from './chosen-documents.tsx'
import { documentKindOptions } from './document-kind-options.tsx'
import type { PhotoEdit } from './photo-geometry.ts'
import './verification.css'
import '#app/ui/upload-list.css'

// Without it, going on uploads the files as they are.
const ChosenDocuments = lazy(() => import('./chosen-documents.tsx').catch(() => ({ default: () => null })))

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

const hints: Record<DocumentSource, string> = {
  wizard: 'PDF, DOC, DOCX, JPG, PNG, WEBP or HEIC, up to 10MB each, 5 at most.',
  profile: 'JPG, PNG or WEBP, up to 10MB each, 5 at most.',
}

/** Adds documents: shows what was chosen, and uploads it with progress; without JavaScript one at a time. */
export function DocumentUpload({ source, held, id, error, handle }: DocumentUploadProps) {
  const address = `${href('/verification/documents')}?from=${source}`
  const { uploads, add, refuse, cancel, retry, hasUnsent, whenIdle } = useUploads({
    address,
    name: 'document',
    stored: verificationMessages.documentUploaded,
  })
  const [chosen, setChosen] = useState<ChosenDocument[]>([])
  const made = useRef(0)
  const isPreparing = useRef(false)
  const count = useRef<HTMLParagraphElement>(null)
  const coming = uploads.filter(({ state }) => state === 'waiting' || state === 'sending').length
  const room = documentMaximum - held - coming - chosen.length

  const take = async (files: File[]) => {
    const taken: File[] = []
    for (const file of files) {
      const refuseFor = (reason: ChoiceRefusal) => refuse(file, documentRefusal(reason, file.name, source))
      if (file.size === 0) refuseFor('empty')
      else if (file.size > documentBytes) refuseFor('size')
      else if (!(await isFileOf(file, source))) refuseFor(contentRefusal(file.name, source))
      else if (taken.length >= room) refuseFor('too-many')
      else taken.push(file)
    }
    const added = taken.map((file) => ({ id: ++made.current, file, kind: '', edit: null }))
    setChosen((before) => [...before, ...added])
  }
  const change = (id: number, to: Partial<ChosenDocument>) =>
    setChosen((before) => before.map((each) => (each.id === id ? { ...each, ...to } : each)))

  /** Uploads the chosen files; false where one could not be turned or cropped, which is then not sent as it was. */
  const upload = async (): Promise<boolean> => {
    if (isPreparing.current) return true
    isPreparing.current = true
    const ready = await Promise.all(
      chosen.map(async ({ file, kind, edit }) => ({
        file,
        kind,
        edited: await editedFile(file, edit).catch(() => null),
      })),
    )
    isPreparing.current = false
    setChosen((now) => now.filter(({ id }) => !chosen.some((sent) => sent.id === id)))
    for (const { file, kind, edited } of ready) {
      if (edited) add([edited], { kind })
      else refuse(file, verificationMessages.notEdited)
    }
    return ready.every(({ edited }) => edited !== null)
  }
  useImperativeHandle(handle, () => ({
    hasPending: () => chosen.length > 0 || hasUnsent(),
    finish: async () => {
      const isReady = await upload()
      return (await whenIdle()) && isReady
    },
  }))

  return (
    <div className="document-upload">
      <p className="num muted" role="status" ref={count} tabIndex={-1}>
        {held} of {documentMaximum} documents
      </p>
      {uploads.length + chosen.length > 0 && (
        <Suspense fallback={null}>
          <ChosenDocuments
            uploads={uploads}
            cancel={cancel}
            retry={retry}
            chosen={chosen}
            kind={handle ? 'secondary' : 'primary'}
            onChange={change}
            onRemove={(removed) => {
              setChosen(chosen.filter((each) => each.id !== removed))
              count.current?.focus()
            }}
            onUpload={() => {
              void upload()
              // The button disappears with its list.
              count.current?.focus()
            }}
          />
        </Suspense>
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
              label={<OptionalLabel>Document type</OptionalLabel>}
              name="kind"
              defaultValue=""
            >
              {documentKindOptions}
            </SelectField>
            <p className="hint">Select Upload for each document before you continue.</p>
          </FileDrop>
        </>
      ) : (
        coming + chosen.length === 0 && <p className="muted">You have reached the limit. Delete one to add another.</p>
      )}
    </div>
  )
}

/** The file as it was turned and cropped. */
async function editedFile(file: File, edit: PhotoEdit | null): Promise<File> {
  if (!edit) return file
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
        Take a photo
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
