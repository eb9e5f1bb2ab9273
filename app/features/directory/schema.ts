import type { Picture } from '#app/lib/pictures.ts'
import type { VideoLink } from '#app/lib/videos.ts'

/** Businesses on one page of the directory. */
export const pageSize = 12
/** Maximum number of page numbers in the pagination. */
export const pageNumbersShown = 5
/** Businesses in the list of the latest. */
export const latestShown = 5
/** Milliseconds without typing after which a search is sent. */
export const searchDebounceMs = 300
/** Maximum length of a text filter. */
export const filterMaxLength = 200

/** A search of the directory, parsed from its URL. Text filters are trimmed; null or empty means not set. */
export interface DirectorySearch {
  search: string
  industry: number | null
  city: string
  county: string
  postcode: string
  serviceBranch: string | null
  relationshipType: string | null
  hasGallery: boolean
  hasWebsite: boolean
  /** From 1. */
  page: number
}

/** The public data of a listed business that its card shows. */
export interface BusinessCard {
  slug: string
  name: string
  tagline: string | null
  industryName: string | null
  city: string | null
  county: string | null
  serviceBranch: string | null
  relationshipType: string | null
  logo: Picture | null
}

/** A recently listed business. */
export interface LatestBusiness extends Omit<BusinessCard, 'tagline'> {
  createdAt: Date
}

export interface DirectoryPage {
  businesses: BusinessCard[]
  /** The number of matching businesses on all pages. */
  total: number
  page: number
  pageCount: number
}

export interface GalleryPicture extends Picture {
  id: string
  caption: string | null
}

/** The public page of a listed business. Links are validated: http(s) or null. */
export interface BusinessPage {
  slug: string
  name: string
  tagline: string | null
  description: string | null
  /** The non-empty lines of products_services. */
  productsServices: string[]
  /** The first of them. */
  primaryService: string | null
  industryName: string | null
  businessType: string | null
  serviceBranch: string | null
  relationshipType: string | null
  memberSince: number
  /** The month in which the owner's service was last checked, formatted; null if unknown. */
  checkedOn: string | null
  streetAddress: string | null
  city: string | null
  county: string | null
  postcode: string | null
  email: string | null
  phone: string | null
  websiteUrl: string | null
  socialLinks: { network: SocialNetwork; url: string }[]
  promoVideo: VideoLink | null
  logo: Picture | null
  gallery: GalleryPicture[]
}

export const socialNetworks = ['facebook', 'instagram', 'linkedin', 'twitter', 'tiktok', 'youtube', 'google'] as const
export type SocialNetwork = (typeof socialNetworks)[number]

/** A search that matches every listed business. */
export const emptySearch: DirectorySearch = {
  search: '',
  industry: null,
  city: '',
  county: '',
  postcode: '',
  serviceBranch: null,
  relationshipType: null,
  hasGallery: false,
  hasWebsite: false,
  page: 1,
}

/** The query parameter of each field, for /directory and the API, in the order they have in a URL. */
export const directoryParameters = {
  search: 'search',
  industry: 'industry',
  city: 'city',
  county: 'county',
  postcode: 'postcode',
  serviceBranch: 'service_branch',
  relationshipType: 'relationship_type',
  hasGallery: 'hasGallery',
  hasWebsite: 'hasWebsite',
  page: 'page',
} as const satisfies Record<keyof DirectorySearch, string>

export type DirectoryParameter = (typeof directoryParameters)[keyof DirectorySearch]

/** A field that narrows the results. */
export type DirectoryFilter = Exclude<keyof DirectorySearch, 'page'>

/** The fields with their parameters. */
export const parameterEntries = Object.entries(directoryParameters) as [keyof DirectorySearch, DirectoryParameter][]

/** The query string of a search: only what is set, in canonical order, so that each search has one URL. */
export function writeDirectorySearch(search: DirectorySearch): URLSearchParams {
  const query = new URLSearchParams()
  for (const [field, parameter] of parameterEntries) {
    if (search[field] !== emptySearch[field]) query.set(parameter, String(search[field]))
  }
  return query
}

/** The options of the filters. */
export interface DirectoryLookups {
  industries: { id: number; name: string }[]
  serviceBranches: readonly string[]
  relationshipTypes: readonly string[]
}
