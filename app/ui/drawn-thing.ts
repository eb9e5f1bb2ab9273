/** What is drawn where a product has no picture. */
export type DrawnProductKind = 'shirt' | 'hoodie' | 'mug' | 'bag'
