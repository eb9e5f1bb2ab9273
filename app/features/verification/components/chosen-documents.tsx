import { X } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { Button } from '#app/ui/button.tsx'
import { OptionalFieldLabel, SelectField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { UploadList } from '#app/ui/upload-list.tsx'
import { verificationDocumentKindOptions } from './document-kind-options.tsx'
import { DocumentPhotoEditor } from './photo-editor.tsx'
import { type DocumentPhotoEdit, emptyDocumentPhotoEdit } from './photo-geometry.ts'

/** A chosen file that is not uploaded yet. */
export interface ChosenVerificationDocument {
  id: number
  file: File
  /** One of `verificationDocumentKinds`, or '' where the member does not say what it is. */
  kind: string
  /** Null for a file that is uploaded as it is. */
  edit: DocumentPhotoEdit | null
}

interface ChosenDocumentsProps extends ComponentProps<typeof UploadList> {
  chosen: ChosenVerificationDocument[]
  /** Of the button. */
  kind: 'primary' | 'secondary'
  onChange: (id: number, change: Partial<ChosenVerificationDocument>) => void
  onRemove: (id: number) => void
  onUpload: () => void
}

/** The files under way, and the chosen ones: what they look like, and what they are. Loaded when the first is chosen. */
export default function ChosenDocuments(props: ChosenDocumentsProps): ReactNode {
  const { chosen, kind, onChange, onRemove, onUpload, ...uploads } = props
  return (
    <>
      <UploadList {...uploads} />
      {chosen.length > 0 && (
        <section className="chosen-documents" aria-label="Chosen files">
          <ul className="uploads">
            {chosen.map((each, index) => (
              <li key={each.id}>
                <ChosenFile document={each} isFirst={index === 0} onChange={(change) => onChange(each.id, change)} />
                <Button kind="quiet" size="small" onClick={() => onRemove(each.id)}>
                  <Icon of={X} size="small" />
                  Remove<span className="sr-only"> {each.file.name}</span>
                </Button>
              </li>
            ))}
          </ul>
          <Button kind={kind} onClick={onUpload}>
            Upload {chosen.length > 1 && `${chosen.length} documents`}
          </Button>
        </section>
      )}
    </>
  )
}

const kindId = (id: number) => `chosen-document-${id}`

interface ChosenFileProps {
  document: ChosenVerificationDocument
  isFirst: boolean
  onChange: (change: Partial<ChosenVerificationDocument>) => void
}

function ChosenFile({ document: { id, file, kind, edit }, isFirst, onChange }: ChosenFileProps) {
  // After choosing files the focus moves here; on a phone the list may be out of view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the first file is chosen.
  useEffect(() => {
    if (isFirst) document.getElementById(kindId(id))?.focus()
  }, [])
  return (
    <div>
      {file.type.startsWith('image/') && (
        <DocumentPhotoEditor
          file={file}
          edit={edit ?? emptyDocumentPhotoEdit}
          onEdit={(changed) => onChange({ edit: changed })}
        />
      )}
      <SelectField
        id={kindId(id)}
        label={
          <OptionalFieldLabel>
            What is <bdi className="file-name">{file.name}</bdi>?
          </OptionalFieldLabel>
        }
        value={kind}
        onChange={(event) => onChange({ kind: event.currentTarget.value })}
      >
        {verificationDocumentKindOptions}
      </SelectField>
    </div>
  )
}
