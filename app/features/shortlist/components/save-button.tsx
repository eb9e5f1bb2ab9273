import { BookmarkCheck } from 'lucide-react'
import { href, useFetcher, useLocation } from 'react-router'
import { shortlistButtonLabels } from '#app/lib/saved-marks.ts'
import { Button } from '#app/ui/button.tsx'
import { FormNameField } from '#app/ui/form-name-field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { shortlistNotChangedTitle } from '../model.ts'

declare global {
  interface Window {
    /** The slugs that the first script has marked as saved. */
    savedMarks?: readonly string[]
  }
}

interface SaveButtonProps {
  slug: string
  name: string
  /** Null on a page that is the same for everybody: the first script marks what is saved, and then it is so here, too. */
  isSaved: boolean | null
}

/** Saves a business to the shortlist, or takes it off. It says 'Saved' only once that is so: whoever leaves before may lose it. */
export function SaveToShortlistButton({ slug, name, isSaved: known }: SaveButtonProps) {
  const fetcher = useFetcher()
  const { pathname, search } = useLocation()
  const intent = fetcher.formData?.get('intent')
  const isSaved = known ?? globalThis.window?.savedMarks?.includes(slug) ?? false
  const { label, rest } = shortlistButtonLabels(name, isSaved)
  return (
    <fetcher.Form
      method="post"
      action={href('/shortlist/change')}
      className="save-form"
      data-failed={shortlistNotChangedTitle}
      {...(known === null && { 'data-mark': slug })}
    >
      <FormNameField value="shortlist" />
      <input type="hidden" name="intent" value={isSaved ? 'remove' : 'add'} />
      <input type="hidden" name="slugs" value={slug} />
      <input type="hidden" name="page" value={pathname + search} />
      <Button type="submit" kind="quiet" size="small" className={isSaved ? 'save is-saved' : 'save'}>
        <Icon of={BookmarkCheck} size="small" />
        {intent === 'add' ? 'Saving…' : intent === 'remove' ? 'Removing…' : label}
        <span className="sr-only">{rest}</span>
      </Button>
    </fetcher.Form>
  )
}
