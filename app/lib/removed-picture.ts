/** What can be brought back, by its bucket; or a cover that waits for its podcast, and is deleted where none comes. */
export type RemovablePictureKind = 'logo' | 'gallery' | 'avatars' | 'podcast-media' | 'waiting-cover'

/** A removed or replaced picture that can be brought back for `secondsLeft` more seconds. */
export interface UndoableRemovedPicture {
  id: string
  secondsLeft: number
}
