import type { Industry } from './rules.ts'

/**
 * The colour of each industry, for the tile of a business without a logo. They are equally light: white initials are read on each
 * of them, and each is seen on the grounds of both themes.
 */
export const industryColours: Record<Industry, string> = {
  'Accountancy & Finance': '#506e8d',
  'Agriculture & Environment': '#57733e',
  'Arts & Crafts': '#8a5c86',
  Automotive: '#975c45',
  'Beauty & Wellbeing': '#97596a',
  'Charity & Community': '#756297',
  'Cleaning & Facilities': '#35747b',
  'Construction & Trades': '#906135',
  'Consultancy & Coaching': '#5d6998',
  'Defence & Security': '#6b6e41',
  'Education & Training': '#3b7094',
  'Energy & Utilities': '#7c6a30',
  'Engineering & Manufacturing': '#596e79',
  'Events & Entertainment': '#845c96',
  'Food & Drink': '#9b5b32',
  'Health & Care': '#307670',
  'Hospitality & Travel': '#886528',
  'IT & Cyber': '#367387',
  'Legal Services': '#8a6061',
  'Logistics & Transport': '#776a4d',
  'Marketing & Media': '#98567c',
  'Property & Estates': '#507357',
  'Retail & E-commerce': '#69659f',
  'Sport & Outdoors': '#3a765e',
}

/** The colour of a business whose industry is not known. */
const otherColour = '#5f6c80'

/** The colour of an industry by its name. */
export function industryColour(name: string | null): string {
  return Object.entries(industryColours).find(([industry]) => industry === name)?.[1] ?? otherColour
}
