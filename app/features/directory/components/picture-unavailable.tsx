import { ImageOff } from 'lucide-react'
import { Icon } from '#app/ui/icon.tsx'
import './business.css'

/** Shown in place of a picture that does not load. */
export function PictureUnavailable() {
  return (
    <span className="picture-unavailable">
      <Icon of={ImageOff} size="large" />
      Picture unavailable
    </span>
  )
}
