import { useId, useState } from 'react'
import { splitBio } from '../rules.ts'
import './about.css'

/**
 * A short biography. A long one is cut, with a button that shows the rest. Without JavaScript all of it is shown (`.bio` in
 * about.css).
 */
export function TeamMemberBio({ name, bio }: { name: string; bio: string }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const { start, rest } = splitBio(bio)
  if (!rest) return <p className="bio">{bio}</p>
  return (
    <>
      <p className="bio" id={id}>
        {start}
        {!open && <span className="bio-cut">…</span>}
        <span className={open ? 'bio-rest' : 'bio-rest bio-away'}>{rest}</span>
      </p>
      <button
        type="button"
        className="more-button needs-script"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Show less' : 'Read more'}
        <span className="sr-only"> about {name}</span>
      </button>
    </>
  )
}
