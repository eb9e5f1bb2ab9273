import type { Place, PlaceResolution } from '#app/features/places/model.ts'
import type { DirectorySearchInterpretation, DirectorySearchPlace } from '../model.ts'

/** Names a place, with its county, as a search writes it. */
export function toDirectorySearchPlace(place: Place): DirectorySearchPlace {
  const name = place.county ? `${place.name}, ${place.county}` : place.name
  return { name: place.kind === 'outcode' ? place.name : name, near: name }
}

/** Says what the page tells about the place of a search. */
export function describeSearchPlace(found: PlaceResolution | null): Partial<DirectorySearchInterpretation> {
  switch (found?.kind) {
    case 'point':
      return {
        place: toDirectorySearchPlace(found.place),
        isApproximate: found.isApproximate,
        otherPlaces: found.others.map(toDirectorySearchPlace),
        leftOut: found.leftOut,
      }
    case 'area':
      return {
        place: toDirectorySearchPlace(found.place),
        isArea: true,
        otherPlaces: found.others.map(toDirectorySearchPlace),
        leftOut: found.leftOut,
      }
    case 'elsewhere':
      return { placeProblem: found.message }
    case 'ambiguous':
      return {
        placeProblem: 'There is more than one place with this name.',
        otherPlaces: found.places.map(toDirectorySearchPlace),
        leftOut: found.leftOut,
      }
    case 'unknown':
      return {
        placeProblem: 'We do not know that place. Enter a town or postcode.',
        suggestedPlace: found.suggestion && toDirectorySearchPlace(found.suggestion),
      }
    case undefined:
      return {}
  }
}
