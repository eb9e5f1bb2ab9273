import { RotateCcw, RotateCw } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { formatEpisodeTime, formatSpokenEpisodeTime } from '../rules.ts'
import type { PlayingEpisode, useEpisodePlayer } from './use-player.ts'
import './podcasts.css'

const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2]
/** Seconds that the buttons skip. */
const [back, forward] = [15, 30]

interface EpisodePlayerProps {
  /** Title of the episode. */
  title: string
  /** URL of the file, linked if it cannot be played here. */
  url: string
  playing: PlayingEpisode
  player: ReturnType<typeof useEpisodePlayer>
}

/** The controls of the episode that plays. */
export function PodcastEpisodePlayer({ title, url, playing, player }: EpisodePlayerProps) {
  const id = useId()
  const { state, position, duration } = playing
  if (state === 'failed') {
    return (
      <div className="episode-player">
        <Notice tone="bad">
          <p>
            <strong>This episode could not be played here.</strong> <a href={url}>Open the audio file</a>
          </p>
        </Notice>
      </div>
    )
  }
  return (
    <fieldset className="episode-player">
      <legend className="sr-only">Player: {title}</legend>
      <Button kind="quiet" size="small" className="episode-back" onClick={() => player.moveBy(-back)}>
        <Icon of={RotateCcw} size="small" />
        {back}
        <span className="sr-only"> seconds back</span>
      </Button>
      <span className="num episode-elapsed" aria-hidden="true">
        {formatEpisodeTime(position)}
      </span>
      <input
        type="range"
        className="episode-place"
        aria-label="Position"
        aria-valuetext={`${formatSpokenEpisodeTime(position)}${duration === null ? '' : ` of ${formatSpokenEpisodeTime(duration)}`}`}
        min={0}
        max={Math.max(1, Math.floor(duration ?? position))}
        step={1}
        value={Math.floor(position)}
        disabled={duration === null}
        onChange={(event) => player.moveTo(event.currentTarget.valueAsNumber)}
      />
      <span className="num episode-total" aria-hidden="true">
        {duration === null ? '–' : formatEpisodeTime(duration)}
      </span>
      <Button kind="quiet" size="small" className="episode-forward" onClick={() => player.moveBy(forward)}>
        <Icon of={RotateCw} size="small" />
        {forward}
        <span className="sr-only"> seconds forward</span>
      </Button>
      <label className="episode-speed" htmlFor={id}>
        Speed
        <select
          id={id}
          className="select"
          value={player.speed}
          onChange={(event) => player.changeSpeed(Number(event.currentTarget.value))}
        >
          {speeds.map((speed) => (
            <option key={speed} value={speed}>
              {speed}×
            </option>
          ))}
        </select>
      </label>
      <span className="episode-state" role="status">
        {state === 'loading' ? 'Loading' : ''}
      </span>
    </fieldset>
  )
}
