/** A postal address with the telephone number that carriers ask for. */
export interface PostalAddress {
  line1: string
  line2: string | null
  city: string
  state: string | null
  postcode: string | null
  /** ISO 3166-1 alpha-2. */
  country: string
  phone: string | null
}
