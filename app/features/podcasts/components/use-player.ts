import { useEffect, useRef, useState } from 'react'

/** What is to be heard. */
export interface Sound {
  id: string
  url: string
  /** Seconds it lasts, as far as that is known before it is loaded. */
  durationSeconds: number | null
}

/** The sound that was last asked for. */
export interface Playing {
  id: string
  state: 'loading' | 'playing' | 'paused' | 'failed'
  /** Seconds from the beginning. */
  position: number
  /** Seconds it lasts; null where nobody says. */
  duration: number | null
}

/**
 * Plays one sound at a time. Nothing of a sound is asked for before it is to be heard. Each goes on from where it was left,
 * at the speed that was chosen last.
 */
export function usePlayer() {
  const audio = useRef<HTMLAudioElement | null>(null)
  const places = useRef(new Map<string, number>())
  const [playing, setPlaying] = useState<Playing | null>(null)
  const [speed, setSpeed] = useState(1)

  // Whoever leaves the page hears no more of it.
  useEffect(() => () => silence(audio.current), [])

  const start = async (element: HTMLAudioElement) => {
    try {
      await element.play()
    } catch (error) {
      // What cannot be played says so by an event of its own; a browser may also want another press.
      const wantsPress = error instanceof DOMException && error.name === 'NotAllowedError'
      if (wantsPress) setPlaying((before) => before && { ...before, state: 'paused' })
    }
  }

  const begin = ({ id, url, durationSeconds }: Sound) => {
    silence(audio.current)
    const element = new Audio()
    audio.current = element
    const position = places.current.get(id) ?? 0
    const hear = (name: string, change: () => Partial<Playing>) =>
      element.addEventListener(name, () => {
        if (audio.current === element) setPlaying((before) => before && { ...before, ...change() })
      })
    hear('playing', () => ({ state: 'playing' }))
    hear('waiting', () => ({ state: 'loading' }))
    hear('pause', () => ({ state: 'paused' }))
    hear('error', () => ({ state: 'failed' }))
    hear('durationchange', () => (Number.isFinite(element.duration) ? { duration: element.duration } : {}))
    hear('timeupdate', () => {
      places.current.set(id, element.ended ? 0 : element.currentTime)
      return { position: element.currentTime }
    })
    element.preload = 'none'
    element.src = url
    element.defaultPlaybackRate = speed
    element.playbackRate = speed
    element.currentTime = position
    setPlaying({ id, state: 'loading', position, duration: durationSeconds })
    void start(element)
  }

  const moveTo = (seconds: number) => {
    const element = audio.current
    if (!element || !playing) return
    const position = Math.min(Math.max(0, seconds), playing.duration ?? Number.POSITIVE_INFINITY)
    element.currentTime = position
    setPlaying({ ...playing, position })
  }

  return {
    /** Null before anything was to be heard. */
    playing,
    speed,
    /** Begins with a sound, or goes on with it, or pauses it. */
    toggle: (sound: Sound) => {
      const element = audio.current
      if (!element || playing?.id !== sound.id || playing.state === 'failed') return begin(sound)
      if (element.paused) void start(element)
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

/** Stops a sound, and what of it is still on its way. */
function silence(element: HTMLAudioElement | null): void {
  if (!element) return
  element.pause()
  element.removeAttribute('src')
  element.load()
}
