import type { Picture } from '#app/lib/pictures.ts'
import { ResponsivePicture } from '#app/ui/responsive-picture.tsx'
import './podcasts.css'

interface PodcastCoverProps {
  cover: Picture | null
  /** Empty where the title is shown next to it. */
  alt?: string
  /** The `sizes` attribute. */
  sizes: string
  eager?: boolean
}

/** A square cover, with a drawing as fallback. */
export function PodcastCover({ cover, alt = '', sizes, eager = false }: PodcastCoverProps) {
  return (
    <div className="podcast-cover contours contours-slot">
      {cover ? (
        <ResponsivePicture picture={cover} alt={alt} sizes={sizes} eager={eager} fallback={<Placeholder />} />
      ) : (
        <Placeholder />
      )}
    </div>
  )
}

const heights = [14, 26, 20, 44, 32, 56, 38, 48, 24, 34, 18, 28, 12]
const [step, width, tall] = [10, 4, 60]

/** Vertical bars, like the waveform of a voice. */
function Placeholder() {
  return (
    <svg
      className="podcast-sound"
      viewBox={`0 0 ${heights.length * step - (step - width)} ${tall}`}
      aria-hidden="true"
      focusable="false"
    >
      {heights.map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars never move
        <rect key={index} x={index * step} y={(tall - height) / 2} width={width} height={height} />
      ))}
    </svg>
  )
}
