import { type PlaceholderLogoInitialsAndColour, placeholderLogoInitials } from '#app/lib/initials.ts'
import type { Industry } from './rules.ts'

/**
 * The colour of each industry, for the tile of a business without a logo. They are equally light: white initials are read on each
 * of them, and each is seen on the grounds of both themes.
 */
export const industryColours: Record<Industry, string> = {
  'Accountancy & Finance': '#526f8e',
  'Agriculture & Environment': '#587540',
  'Arts & Crafts': '#8c5d87',
  Automotive: '#995e47',
  'Beauty & Wellbeing': '#995a6c',
  'Charity & Community': '#776399',
  'Cleaning & Facilities': '#37767d',
  'Construction & Trades': '#926337',
  'Consultancy & Coaching': '#5e6b9a',
  'Defence & Security': '#6d7043',
  'Education & Training': '#3d7296',
  'Energy & Utilities': '#7d6b32',
  'Engineering & Manufacturing': '#5b707b',
  'Events & Entertainment': '#865d98',
  'Food & Drink': '#9c5d34',
  'Health & Care': '#327772',
  'Hospitality & Travel': '#8a672a',
  'IT & Cyber': '#377488',
  'Legal Services': '#8c6263',
  'Logistics & Transport': '#796b4f',
  'Marketing & Media': '#99577e',
  'Property & Estates': '#527559',
  'Retail & E-commerce': '#6a66a1',
  'Sport & Outdoors': '#3b785f',
}

/** The colour of a business whose industry is not known. */
const otherColour = '#606e81'

/** The tile of a business. Screens get it with the business, as the colours of all industries weigh more than theirs. */
export function businessLogoPlaceholderOf(name: string, industryName: string | null): PlaceholderLogoInitialsAndColour {
  return { initials: placeholderLogoInitials(name), colour: industryColour(industryName) }
}

/** The colour of an industry by its name. */
export function industryColour(name: string | null): string {
  return Object.entries(industryColours).find(([industry]) => industry === name)?.[1] ?? otherColour
}
