import { verificationDocumentKinds } from '../rules.ts'

/** The options of a field that asks what a document is. */
export const verificationDocumentKindOptions = [
  <option key="" value="">
    Choose a type
  </option>,
  ...Object.entries(verificationDocumentKinds).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  )),
]
