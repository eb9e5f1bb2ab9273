import { redirect } from 'react-router'

/** The directory is what people come for: it stands at the front door. */
export function loader() {
  return redirect('/directory')
}
