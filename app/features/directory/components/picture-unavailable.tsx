import './business.css'

/** Shown in place of a picture that does not load. */
export function PictureUnavailablePlaceholder() {
  return <span className="picture-unavailable">Picture unavailable</span>
}
