import { Copy, Mail, Share2, X } from 'lucide-react'
import { useId } from 'react'
import { socialShareLinksOfPage } from '#app/lib/share-links.ts'
import { SocialBrandIcon } from './brand-icon.tsx'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { useToast } from './toast.tsx'
import './share.css'

interface ShareProps {
  /** The name of what the page is about. */
  name: string
  /** The URL of the page. */
  address: string
  kind?: 'secondary' | 'quiet'
}

/** The button that opens the ways to share a page: a native popover, which needs no JavaScript. Nothing is loaded from the networks. */
export function ShareLinks({ name, address, kind = 'secondary' }: ShareProps) {
  const id = useId()
  const toast = useToast()
  const { mail, networks } = socialShareLinksOfPage(name, address)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      toast({ title: 'Link copied' })
    } catch {
      toast({ title: 'Link not copied', description: 'Select the link and copy it.', bad: true })
    }
  }
  return (
    <>
      <Button kind={kind} size="small" className="share-opener" popoverTarget={`${id}-share`}>
        <Icon of={Share2} size="small" />
        <span className="share-word">Share</span>
      </Button>
      <section id={`${id}-share`} popover="auto" className="share" aria-labelledby="share">
        <div className="share-head">
          <h2 id="share">Share</h2>
          <Button
            kind="quiet"
            className="btn-icon"
            popoverTarget={`${id}-share`}
            popoverTargetAction="hide"
            aria-label="Close"
          >
            <Icon of={X} />
          </Button>
        </div>
        <label className="label" htmlFor={id}>
          Link to this page
        </label>
        <div className="share-link">
          <input id={id} className="input" value={address} readOnly onFocus={(event) => event.currentTarget.select()} />
          <Button className="needs-script" kind="secondary" onClick={copy}>
            <Icon of={Copy} size="small" />
            Copy<span className="sr-only"> the link</span>
          </Button>
        </div>
        <ul className="socials">
          <li>
            <a href={mail} aria-label={`Send ${name} by email`}>
              <Icon of={Mail} />
            </a>
          </li>
          {networks.map(({ network, label, href }) => (
            <li key={network}>
              <a href={href} rel="noopener noreferrer" aria-label={`Share ${name} on ${label}`}>
                <SocialBrandIcon brand={network} />
              </a>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
