/** What is drawn where a product has no picture. */
export type Thing = 'shirt' | 'hoodie' | 'mug' | 'bag'
