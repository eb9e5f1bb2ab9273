import { href } from 'react-router'

/** A hundredth of a degree is about a kilometre: no more exact than that leaves the browser. */
const round = (degrees: number) => Math.round(degrees * 100) / 100

const refusals: Record<number, string> = {
  1: 'Your browser did not allow it. Enter a town or postcode.',
  2: 'We could not find your location. Enter a town or postcode.',
  3: 'Finding your location took too long. Enter a town or postcode.',
}

/** Asks the browser where it is, and the server for the outcode nearest to that. @throws Error with a sentence for people */
export async function resolveOutcodeNearMe(): Promise<string> {
  const position = await new Promise<GeolocationPosition>((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(resolve, reject, { timeout: 10_000, maximumAge: 300_000 })
  }).catch((error: GeolocationPositionError) => {
    throw new Error(refusals[error.code] ?? refusals[2])
  })
  const { latitude, longitude } = position.coords
  const response = await fetch(href('/near-me'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ latitude: round(latitude), longitude: round(longitude) }),
  }).catch(() => null)
  const answer: { near?: string; message?: string } | null = (await response?.json().catch(() => null)) ?? null
  if (!answer?.near) throw new Error(answer?.message ?? 'That did not work. Enter a town or postcode.')
  return answer.near
}
