import './drawing.css'

/** A drawing of Muster's, for the eye alone: a cached file of public/art, which takes the theme's colours. */
export function PageIllustration({ of }: { of: 'mission' | 'about' | 'reu' | 'support' }) {
  return (
    <svg
      className="drawing"
      viewBox="0 0 640 480"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <use href={`/art/${of}.svg#${of}`} width="640" height="480" />
    </svg>
  )
}
