import { z } from 'zod'

/** The number of drawings in `public/art/portraits`, which are numbered from 1. */
export const portraitDrawingCount = 12

const fields = {
  name: z.string().min(1),
  role: z.string().min(1),
  /** The drawing used without a photograph. */
  portrait: z.int().min(1).max(portraitDrawingCount).optional(),
  /** A file in `public/photos`, without its folder. */
  photo: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*\.(?:webp|avif|jpg|png)$/, 'must be the name of a file in public/photos')
    .optional(),
  /** Whether the person is invented, which is shown beside the name. */
  sample: z.boolean().default(false),
}

interface Pictured {
  portrait?: number | undefined
  photo?: string | undefined
}

const hasOnePicture = ({ portrait, photo }: Pictured) => (portrait === undefined) !== (photo === undefined)
const pictureMessage = 'needs either portrait or photo'

/** Replaces the number or name of the picture by its path. */
function withPicture<Person extends Pictured>({ portrait, photo, ...person }: Person) {
  return { ...person, picture: photo === undefined ? `/art/portraits/${portrait}.svg` : `/photos/${photo}` }
}

/** A person on a page. */
export const contentPersonSchema = z.strictObject(fields).refine(hasOnePicture, pictureMessage).transform(withPicture)
export type ContentPerson = z.infer<typeof contentPersonSchema>

/** A person on the team, with a biography. */
export const teamMemberSchema = z
  .strictObject({ ...fields, bio: z.string().min(1) })
  .refine(hasOnePicture, pictureMessage)
  .transform(withPicture)
export type TeamMember = z.infer<typeof teamMemberSchema>
