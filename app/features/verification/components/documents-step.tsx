import { type FormEvent, useRef, useState } from 'react'
import { LongTextField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { useToast } from '#app/ui/toast.tsx'
import {
  type DeletedVerificationDocument,
  ownVerificationToasts,
  type VerificationDocumentView,
  type VerificationReviewerMessage,
  verificationFormInvalidToast,
} from '../model.ts'
import { verificationStepPath } from '../rules.ts'
import { DeletedVerificationDocumentList, VerificationDocumentList } from './document-list.tsx'
import { VerificationDocumentUploadField, type VerificationDocumentUploadHandle } from './document-upload.tsx'
import { VerificationStepForm } from './step-form.tsx'
import './verification.css'

interface DocumentsStepProps {
  /** Null where they could not be loaded. */
  documents: VerificationDocumentView[] | null
  deleted: DeletedVerificationDocument[]
  /** What a reviewer asked for. */
  words: VerificationReviewerMessage | null
  answer: FormRefusal | undefined
}

/** The documents step: each document is saved as soon as it is uploaded. */
export function VerificationDocumentsStep({ documents, deleted, words, answer }: DocumentsStepProps) {
  const toast = useToast()
  const upload = useRef<VerificationDocumentUploadHandle>(null)
  const isStored = useRef(false)
  const [isUploading, setIsUploading] = useState(false)
  const schemaForm = useSchemaForm({
    id: 'step',
    loadSchema: () =>
      import('../form-schema.ts').then(({ verificationReplyToReviewerSchema: documentsSchema }) => documentsSchema),
    lastResult: answer?.result,
    defaultValue: { reply: words?.reply ?? '' },
    onInvalid: verificationFormInvalidToast,
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (isStored.current || !upload.current?.hasPending()) return schemaForm.form.onSubmit(event)
    event.preventDefault()
    if (!isUploading) void goOn(event.currentTarget, upload.current)
  }
  /** Uploads what is chosen, then sends the form. */
  const goOn = async (form: HTMLFormElement, { finish }: VerificationDocumentUploadHandle) => {
    setIsUploading(true)
    const isDone = await finish()
    setIsUploading(false)
    if (!isDone) return toast(ownVerificationToasts.notUploaded)
    isStored.current = true
    form.requestSubmit()
    isStored.current = false
  }
  const form = { ...schemaForm, form: { ...schemaForm.form, onSubmit } }
  const { id: uploadId, error: uploadError } = form.field('documents')
  return (
    <>
      <section className="wizard-part" aria-labelledby="which">
        <h2 id="which">What to send</h2>
        <p>One good document is usually enough.</p>
        <ul className="plain-list">
          <li>
            <b>HM Armed Forces Veteran Card.</b> The quickest to check. Send both sides.
          </li>
          <li>
            <b>Service record.</b> The page with your name and your dates of service.
          </li>
          <li>
            <b>Discharge papers.</b> A discharge certificate or a testimonial.
          </li>
          <li>
            <b>Serving now, or a reservist?</b> A letter from your unit. Never a photograph of a current military
            identity card: copying one is not allowed.
          </li>
          <li>
            <b>Family or partner?</b> Your relative's service document, and one that connects you to them.
          </li>
        </ul>
        <details className="disclosure">
          <summary>What a good document looks like</summary>
          <ul className="plain-list">
            <li>All four corners are in the picture, on a plain background.</li>
            <li>It is sharp, without glare, and every word can be read.</li>
            <li>The name on it is the name on your profile, or you tell us why it differs.</li>
          </ul>
        </details>
        <details className="disclosure">
          <summary>What to black out first</summary>
          <p>We need your name, your branch and that you served. Cover the rest before you send it:</p>
          <ul className="plain-list">
            <li>National Insurance number, bank details, home address</li>
            <li>medical details and disciplinary remarks</li>
            <li>names and numbers of other people</li>
            <li>places, units and dates that are not yours to share</li>
          </ul>
        </details>
      </section>
      <section className="wizard-part" aria-labelledby="your-documents">
        <h2 id="your-documents">Your documents</h2>
        <p className="muted">
          Stored encrypted. Only you and reviewers can open them, every access is recorded, and they are deleted after
          the decision.
        </p>
        {documents === null ? (
          <Notice tone="bad">
            <p>
              <strong>{ownVerificationToasts.documentsNotLoaded.title}</strong>
            </p>
            <p>{ownVerificationToasts.documentsNotLoaded.description}</p>
          </Notice>
        ) : (
          <>
            {documents.length > 0 && <VerificationDocumentList documents={documents} canDelete />}
            <VerificationDocumentUploadField
              source="wizard"
              held={documents.length}
              id={uploadId}
              error={uploadError}
              handle={upload}
            />
          </>
        )}
        <DeletedVerificationDocumentList documents={deleted} />
      </section>
      <VerificationStepForm
        name="documents"
        form={form}
        answer={answer}
        submit="Next"
        busy={isUploading ? 'Uploading...' : 'Loading...'}
        isBusy={isUploading}
        previous={verificationStepPath('military')}
      >
        {words && (
          <LongTextField
            {...form.field('reply')}
            label="Nothing new to send? Tell us why"
            hint="The reviewer reads it with your documents."
            rows={3}
          />
        )}
      </VerificationStepForm>
    </>
  )
}
