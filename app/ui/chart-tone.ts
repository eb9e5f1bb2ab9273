/** How a series is drawn; it is also described in text and in the table. */
export type ChartTone = 'good' | 'waiting' | 'plain' | 'faint'
