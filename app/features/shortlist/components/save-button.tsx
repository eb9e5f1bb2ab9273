import { Bookmark, BookmarkCheck } from 'lucide-react'
import { href, useFetcher, useLocation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { FormNameField } from '#app/ui/form-name-field.tsx'
import { Icon } from '#app/ui/icon.tsx'

interface SaveButtonProps {
  slug: string
  name: string
  isSaved: boolean
}

/** Saves a business to the shortlist, or takes it off. It says 'Saved' only once that is so: whoever leaves before may lose it. */
export function SaveButton({ slug, name, isSaved }: SaveButtonProps) {
  const fetcher = useFetcher()
  const { pathname, search } = useLocation()
  const intent = fetcher.formData?.get('intent')
  return (
    <fetcher.Form method="post" action={href('/shortlist/change')} className="save-form">
      <FormNameField value="shortlist" />
      <input type="hidden" name="intent" value={isSaved ? 'remove' : 'add'} />
      <input type="hidden" name="slugs" value={slug} />
      <input type="hidden" name="page" value={pathname + search} />
      <Button type="submit" kind="quiet" size="small" className={isSaved ? 'save is-saved' : 'save'}>
        <Icon of={isSaved ? BookmarkCheck : Bookmark} size="small" />
        {intent === 'add' ? 'Saving…' : intent === 'remove' ? 'Removing…' : isSaved ? 'Saved' : 'Save'}
        <span className="sr-only">
          {isSaved ? ` – remove ${name} from your shortlist` : ` ${name} to your shortlist`}
        </span>
      </Button>
    </fetcher.Form>
  )
}
