import { href } from 'react-router'
import type { OwnBusinessWithPictures } from './section-form-schema.ts'

/** Something in a listing that helps customers find it. */
export interface ListingChecklistItem {
  title: string
  /** What it brings. */
  text: string
  isDone: boolean
  /** The section of /my-business where it is filled in. */
  to: string
}

/** What helps customers find a business, in the order of what it brings. */
export function listingChecklistOf({
  values,
  logo,
  gallery,
}: Pick<OwnBusinessWithPictures, 'values' | 'logo' | 'gallery'>): ListingChecklistItem[] {
  const item = (title: string, text: string, isDone: boolean, section: string): ListingChecklistItem => ({
    title,
    text,
    isDone,
    to: `${href('/my-business')}#${section}`,
  })
  const { trade1, businessPhoneNumber, city, postcode, description, productsServices } = values
  return [
    item('Your trade', 'Buyers search by trade and town, and by similar words.', trade1 !== null, 'basic'),
    item('Your phone number', 'Adds a Call button to your page.', businessPhoneNumber !== null, 'contact'),
    item(
      'Your town or postcode',
      'People near you can find you, in searches and on the map.',
      city !== null || postcode !== null,
      'address',
    ),
    item(
      'What you do',
      'People can find you by any word in your description, products and services.',
      description !== null || productsServices !== null,
      'basic',
    ),
    item(
      'A picture',
      'Your logo is on your card in the directory, your pictures are on your page.',
      logo !== null || gallery.length > 0,
      'gallery',
    ),
  ]
}
