/**
 * What to do about a picture of too many pixels. True of every reason: all of them, the longest side, or the memory that its kind takes; a
 * picture of that size is taken whatever its kind.
 */
export const tooManyPixelsAdvice = 'Upload a copy of 6,000 by 4,000 pixels or smaller.'
