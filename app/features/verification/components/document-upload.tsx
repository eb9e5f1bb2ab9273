import { lazy, type RefObject, Suspense, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { href } from 'react-router'
import { OptionalFieldLabel, SelectField } from '#app/ui/field.tsx'
import { FileDrop } from '#app/ui/file-drop.tsx'
import { isFileOfAcceptedType } from '#app/ui/is-file-of.ts'
import { useFileUploads } from '#app/ui/use-uploads.ts'
import {
  acceptedCameraPhotographTypes,
  acceptedVerificationDocumentTypes,
  type ChosenVerificationFileRefusalReason,
  chosenDocumentRefusedToast,
  ownVerificationToasts,
  refusalReasonOfUnrecognisedDocument,
  type VerificationDocumentUploadScreen,
  verificationDocumentMaxBytes,
  verificationDocumentMaxCount,
} from '../model.ts'
import type { ChosenVerificationDocument } from './chosen-documents.tsx'
import { verificationDocumentKindOptions } from './document-kind-options.tsx'
import type { DocumentPhotoEdit } from './photo-geometry.ts'
import './verification.css'
import '#app/ui/upload-list.css'

// Without it, going on uploads the files as they are.
const ChosenDocuments = lazy(() => import('./chosen-documents.tsx').catch(() => ({ default: () => null })))

/** What a page can ask of the upload on it. */
export interface VerificationDocumentUploadHandle {
  /** Whether files are chosen, under way, or could not be stored. */
  hasPending: () => boolean
  /** Uploads the chosen files, and waits until nothing is under way; false where one could not be stored. */
  finish: () => Promise<boolean>
}

interface DocumentUploadProps {
  source: VerificationDocumentUploadScreen
  /** The number of stored documents. */
  held: number
  /** The id of the file input. */
  id?: string
  /** The error about the documents. */
  error?: string | undefined
  handle?: RefObject<VerificationDocumentUploadHandle | null>
}

const hints: Record<VerificationDocumentUploadScreen, string> = {
  wizard: 'PDF, DOC, DOCX, JPG, PNG, WEBP or HEIC, up to 10MB each, 5 at most.',
  profile: 'JPG, PNG or WEBP, up to 10MB each, 5 at most.',
}

/** Adds documents: shows what was chosen, and uploads it with progress; without JavaScript one at a time. */
export function VerificationDocumentUploadField({ source, held, id, error, handle }: DocumentUploadProps) {
  const address = `${href('/verification/documents')}?from=${source}`
  const { uploads, add, refuse, cancel, retry, hasUnsent, whenIdle } = useFileUploads({
    address,
    name: 'document',
    stored: ownVerificationToasts.documentUploaded,
  })
  const [chosen, setChosen] = useState<ChosenVerificationDocument[]>([])
  const made = useRef(0)
  const isPreparing = useRef(false)
  const count = useRef<HTMLParagraphElement>(null)
  const coming = uploads.filter(({ state }) => state === 'waiting' || state === 'sending').length
  const room = verificationDocumentMaxCount - held - coming - chosen.length

  const take = async (files: File[]) => {
    const taken: File[] = []
    for (const file of files) {
      const refuseFor = (reason: ChosenVerificationFileRefusalReason) =>
        refuse(file, chosenDocumentRefusedToast(reason, file.name, source))
      if (file.size === 0) refuseFor('empty')
      else if (file.size > verificationDocumentMaxBytes) refuseFor('size')
      else if (!(await isFileOfAcceptedType(file, source)))
        refuseFor(refusalReasonOfUnrecognisedDocument(file.name, source))
      else if (taken.length >= room) refuseFor('too-many')
      else taken.push(file)
    }
    const added = taken.map((file) => ({ id: ++made.current, file, kind: '', edit: null }))
    setChosen((before) => [...before, ...added])
  }
  const change = (id: number, to: Partial<ChosenVerificationDocument>) =>
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
      else refuse(file, ownVerificationToasts.notEdited)
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
        {held} of {verificationDocumentMaxCount} documents
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
            accept={acceptedVerificationDocumentTypes[source]}
            several
            address={address}
            onFiles={take}
          >
            <SelectField
              id={`document-kind-${source}`}
              label={<OptionalFieldLabel>Document type</OptionalFieldLabel>}
              name="kind"
              defaultValue=""
            >
              {verificationDocumentKindOptions}
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
async function editedFile(file: File, edit: DocumentPhotoEdit | null): Promise<File> {
  if (!edit) return file
  const { turnAndCropDocumentPhoto: editPhoto } = await import('./edit-photo.ts')
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
        accept={acceptedCameraPhotographTypes}
        capture="environment"
        onChange={take}
      />
    </div>
  )
}
