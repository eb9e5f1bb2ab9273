import { Copy, Download, Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { useToast } from '#app/ui/toast.tsx'
import './security.css'

/** New recovery codes, which are shown only once. */
export function NewRecoveryCodesSection({ codes, onwards }: { codes: string[]; onwards: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const toast = useToast()
  useEffect(() => heading.current?.focus(), [])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast({ title: 'Recovery codes copied' })
    } catch {
      toast({ title: 'Copying failed', description: 'Select the codes and copy them.', bad: true })
    }
  }

  return (
    <section className="recovery-codes" aria-labelledby="recovery-codes">
      <h2 id="recovery-codes" ref={heading} tabIndex={-1}>
        Your recovery codes
      </h2>
      <p className="lead">
        Use one of these codes to log in if you do not have your authenticator app. Each works once. We show them only
        once, so keep them somewhere safe.
      </p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row needs-script">
        <Button kind="secondary" size="small" onClick={copy}>
          <Icon of={Copy} size="small" />
          Copy
        </Button>
        <Button kind="secondary" size="small" onClick={() => download(codes)}>
          <Icon of={Download} size="small" />
          Download
        </Button>
        <Button kind="secondary" size="small" onClick={() => window.print()}>
          <Icon of={Printer} size="small" />
          Print
        </Button>
      </div>
      <LinkButton to={onwards}>I have saved my codes</LinkButton>
    </section>
  )
}

function download(codes: string[]): void {
  const text = `Recovery codes for Muster. Each works once.\n\n${codes.join('\n')}\n`
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'muster-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(address)
}
