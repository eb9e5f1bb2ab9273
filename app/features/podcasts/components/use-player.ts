import { useEffect, useRef, useState } from 'react'

interface Track {
  id: string
  url: string
  /** Duration in seconds, if known before the track is loaded. */
  durationSeconds: number | null
}

/** The track that was last started. */
export interface PlayingEpisode {
  id: string
  state: 'loading' | 'playing' | 'paused' | 'failed'
  /** Seconds from the start. */
  position: number
  /** Duration in seconds; null if unknown. */
  duration: number | null
}

/**
 * Plays one track at a time. Nothing is loaded before a track is started. Each continues where it was stopped, at the speed that was
 * chosen last.
 */
export function useEpisodePlayer() {
  const audio = useRef<HTMLAudioElement | null>(null)
  const positions = useRef(new Map<string, number>())
  const [playing, setPlaying] = useState<PlayingEpisode | null>(null)
  const [speed, setSpeed] = useState(1)

  useEffect(() => () => unload(audio.current), [])

  const play = async (element: HTMLAudioElement) => {
    try {
      await element.play()
    } catch (error) {
      // The `error` event handles a file that cannot be played. Here the browser requires another click.
      const needsClick = error instanceof DOMException && error.name === 'NotAllowedError'
      if (needsClick) setPlaying((before) => before && { ...before, state: 'paused' })
    }
  }

  const start = ({ id, url, durationSeconds }: Track) => {
    unload(audio.current)
    const element = new Audio()
    audio.current = element
    const position = positions.current.get(id) ?? 0
    const on = (name: string, change: () => Partial<PlayingEpisode>) =>
      element.addEventListener(name, () => {
        if (audio.current === element) setPlaying((before) => before && { ...before, ...change() })
      })
    on('playing', () => ({ state: 'playing' }))
    on('waiting', () => ({ state: 'loading' }))
    on('pause', () => ({ state: 'paused' }))
    on('error', () => ({ state: 'failed' }))
    on('durationchange', () => (Number.isFinite(element.duration) ? { duration: element.duration } : {}))
    on('timeupdate', () => {
      positions.current.set(id, element.ended ? 0 : element.currentTime)
      return { position: element.currentTime }
    })
    element.preload = 'none'
    element.src = url
    element.defaultPlaybackRate = speed
    element.playbackRate = speed
    element.currentTime = position
    setPlaying({ id, state: 'loading', position, duration: durationSeconds })
    void play(element)
  }

  const moveTo = (seconds: number) => {
    const element = audio.current
    if (!element || !playing) return
    const position = Math.min(Math.max(0, seconds), playing.duration ?? Number.POSITIVE_INFINITY)
    element.currentTime = position
    setPlaying({ ...playing, position })
  }

  return {
    /** Null before the first track was started. */
    playing,
    speed,
    /** Starts, continues or pauses a track. */
    toggle: (track: Track) => {
      const element = audio.current
      if (!element || playing?.id !== track.id || playing.state === 'failed') return start(track)
      if (element.paused) void play(element)
      else element.pause()
    },
    moveTo,
    moveBy: (seconds: number) => playing && moveTo((audio.current?.currentTime ?? playing.position) + seconds),
    changeSpeed: (chosen: number) => {
      setSpeed(chosen)
      if (!audio.current) return
      audio.current.defaultPlaybackRate = chosen
      audio.current.playbackRate = chosen
    },
  }
}

/** Stops a track and cancels its download. */
function unload(element: HTMLAudioElement | null): void {
  if (!element) return
  element.pause()
  element.removeAttribute('src')
  element.load()
}
