/** How a series is drawn; it is also described in text and in the table. */
export type Tone = 'good' | 'waiting' | 'plain' | 'faint'
