import { Form, href } from 'react-router'
import {
  type CookieChoice,
  cookieChoiceNotSavedToast,
  type OptionalCookieUse,
  optionalCookieUses,
} from '#app/lib/cookie-choice.ts'
import { Button } from '#app/ui/button.tsx'
import { SwitchField } from '#app/ui/switch-field.tsx'
import '#app/ui/article.css'

const uses: Record<OptionalCookieUse, { label: string; hint: string }> = {
  settings: {
    label: 'Remember my settings',
    hint: 'Keeps your choice of light or dark for a year. If this is off, your choice lasts until you close the browser.',
  },
  analytics: {
    label: 'Analytics: count my visits',
    hint: "Counts how often a business's page is viewed, for its owner. It uses no cookie and does not identify you. On until you switch it off.",
  },
  others: {
    label: 'Content from others',
    hint: "Loads another site's form on our contact page, if there is one, without asking you each time. Videos and players always wait until you press play.",
  },
}

/** Sets the switches of a form as a button of it does. */
function setSwitches(form: HTMLFormElement | null, on: boolean): void {
  for (const use of optionalCookieUses) {
    const control = form?.elements.namedItem(use)
    if (control instanceof HTMLInputElement) control.checked = on
  }
}

/**
 * The cookie preferences. The switches have no effect until a choice is saved. They are not controlled: one that is switched before
 * the page's scripts arrive stays as it was left.
 */
export function CookiePreferencesForm({ choice }: { choice: CookieChoice }) {
  const isOn = (use: OptionalCookieUse) => (choice.saved ? choice[use] : !choice.isOlder)
  return (
    <Form
      navigate={false}
      data-failed={cookieChoiceNotSavedToast.title}
      method="post"
      action={href('/cookie-preferences')}
      className="cookie-preferences"
      preventScrollReset
      autoComplete="off"
    >
      <p>
        {choice.saved
          ? 'Your choice is saved. You can change it at any time.'
          : choice.isOlder
            ? 'Choose again: this page may have saved the opposite of what you chose before. Until you save, only essential cookies are used and your visits are not counted.'
            : 'You have not saved a choice yet. Until you do, we use only essential cookies.'}
      </p>
      <SwitchField
        label="Essential"
        hint="Always on. They keep you logged in, carry messages from page to page and remember this choice. The site does not work without them."
        defaultChecked
        disabled
      />
      {optionalCookieUses.map((use) => (
        <SwitchField key={use} {...uses[use]} name={use} defaultChecked={isOn(use)} />
      ))}
      <div className="row">
        <Button type="submit" name="choice" value="save">
          Save preferences
        </Button>
        <Button
          kind="secondary"
          type="submit"
          name="choice"
          value="all"
          onClick={(event) => setSwitches(event.currentTarget.form, true)}
        >
          Accept all
        </Button>
        <Button
          kind="secondary"
          type="submit"
          name="choice"
          value="none"
          onClick={(event) => setSwitches(event.currentTarget.form, false)}
        >
          Reject non-essential
        </Button>
      </div>
    </Form>
  )
}
