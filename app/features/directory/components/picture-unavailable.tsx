import './business.css'

/** Shown in place of a picture that does not load. */
export function PictureUnavailable() {
  return <span className="picture-unavailable">Picture unavailable</span>
}
