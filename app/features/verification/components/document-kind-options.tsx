import { documentKinds } from '../rules.ts'

/** The options of a field that asks what a document is. */
export const documentKindOptions = [
  <option key="" value="">
    Choose a type
  </option>,
  ...Object.entries(documentKinds).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  )),
]
