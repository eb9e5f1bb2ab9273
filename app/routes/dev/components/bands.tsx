import { useState } from 'react'
import { href, Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { CallToAction } from '#app/ui/call-to-action.tsx'
import { KeyboardShortcutHints } from '#app/ui/shortcut-hints.tsx'
import { ThreeStepsBand } from '#app/ui/three-steps.tsx'
import { Wizard, WizardActions } from '#app/ui/wizard.tsx'

export function ThreeStepsShowcase() {
  return (
    <ThreeStepsBand
      title="Verified in three steps"
      lead="A navy band, in which the mark builds up."
      steps={[
        { title: 'Register', text: 'Tell us who you are.' },
        { title: 'Show your service', text: 'Send a document, or a veteran card.' },
        { title: 'Be found', text: 'Your business appears in the directory.' },
      ]}
    />
  )
}

export function CallToActionShowcase() {
  return (
    <CallToAction
      title="Own a business?"
      text="List it. It costs nothing."
      label="List your business"
      to={href('/auth')}
    />
  )
}

export function WizardShowcase() {
  return (
    <Wizard
      name="List your business"
      current={1}
      lead="One thing a page, and always a way back."
      steps={[
        { title: 'Business Profile', to: href('/dev/components'), isDone: true },
        { title: 'Contact & Location', to: href('/dev/components'), isDone: false },
        { title: 'Media Upload', to: null, isDone: false },
        { title: 'Review & Submit', to: null, isDone: false },
      ]}
    >
      <WizardActions>
        <Button kind="secondary">Back</Button>
        <Button>Continue</Button>
      </WizardActions>
    </Wizard>
  )
}

export function ShortcutShowcase() {
  const [on, setOn] = useState(true)
  return (
    <KeyboardShortcutHints
      on={on}
      setOn={setOn}
      hints={[
        [['j', '↓'], 'next row'],
        [['k', '↑'], 'row before'],
      ]}
    />
  )
}

export function WholePageLinksShowcase() {
  return (
    <ul className="plain-list">
      <li>
        <Link to="/nothing-here">A page that is not there</Link>
      </li>
      <li>
        <Link to="/403">A page that may not be seen</Link>
      </li>
    </ul>
  )
}
