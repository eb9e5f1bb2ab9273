import { formatCountWithNoun } from '#app/lib/format-count.ts'
import type { PlaceholderLogoInitialsAndColour } from '#app/lib/initials.ts'
import type { Picture } from '#app/lib/pictures.ts'
import type { Telephone } from '#app/lib/telephones.ts'
import type { VideoLink } from '#app/lib/videos.ts'

declare module '#app/lib/form-names.ts' {
  interface FormNamesByFeature {
    directory: 'map-view'
  }
}

/** Businesses on one page of the directory. */
export const directoryPageSize = 12
/** Maximum number of page numbers in the pagination. */
export const maxPaginationNumbersShown = 5
/** Businesses in the list of the latest. */
export const latestBusinessesShownCount = 5
/** Milliseconds without typing after which a search is sent. */
export const searchDebounceMs = 300
/** Maximum length of a text filter. */
export const directoryFilterMaxLength = 200

/** The most pages of a search whose order is not by name or date: finding the next ones would cost ever more. */
export const rankedSearchPagesMaximum = 84
/** The most miles that `within` may say. */
export const searchRadiusMaximum = 100
/** Miles around a place unless the search says otherwise. */
export const defaultSearchRadius = 20
/** The radiuses that the form offers, in miles. */
export const searchRadiusChoices = [5, 10, 20, 30, 50] as const

/** Best match, nearest, by name, or newest first. */
export const directorySorts = ['best', 'nearest', 'name', 'newest'] as const
export type DirectorySort = (typeof directorySorts)[number]

/** A search of the directory, parsed from its URL. Text filters are trimmed; null or empty means not set. */
export interface DirectorySearch {
  search: string
  /** The id of a trade. */
  trade: string | null
  industry: number | null
  city: string
  county: string
  postcode: string
  serviceBranch: string | null
  relationshipType: string | null
  hasGallery: boolean
  hasWebsite: boolean
  /** A place as it was typed. */
  near: string
  /** Miles around the place; null for the default. Without a place it does nothing. */
  within: number | 'anywhere' | null
  /** Null for the order that suits the search. */
  sort: DirectorySort | null
  /** Whether the words are searched for as they are: none is corrected, and none is taken for a place. */
  exact: boolean
  /** From 1. */
  page: number
}

/** The public data of a listed business that its card shows. */
export interface ListedBusinessCardData {
  slug: string
  name: string
  tagline: string | null
  industryName: string | null
  city: string | null
  county: string | null
  serviceBranch: string | null
  relationshipType: string | null
  logo: Picture | null
  tile: PlaceholderLogoInitialsAndColour
}

/** A business that a search found. */
export interface FoundBusiness extends ListedBusinessCardData {
  /** Whole miles from the place of the search, at least 1; null without a place or if the business has no known position. */
  miles: number | null
  /** How it serves the place of the search from outside the radius: it comes there, or works all over the UK; null for others. */
  reach: 'place' | 'uk' | null
  /** The product or service that matched where neither the name nor the tagline did. */
  foundService: string | null
}

/** A recently listed business. */
export interface LatestBusiness extends Omit<ListedBusinessCardData, 'tagline'> {
  createdAt: Date
}

export interface PagedDirectoryResults {
  businesses: FoundBusiness[]
  /** The number of matching businesses on all pages. */
  total: number
  /** Of these, the businesses that declare what the words mean; null where the words mean no trade. */
  meantTotal: number | null
  /** What the short words of a search find as letters of a text; null for other searches. */
  lettersTotal: number | null
  /** Businesses that match but for the radius, as their place is not known. */
  withoutPosition: number
  page: number
  pageCount: number
  /** The order they are in. */
  sort: DirectorySort
  notes: DirectorySearchInterpretation
  /** Words to mark on the cards, as `search_words` writes them. */
  marks: string[]
  /** What was searched for, as owners see it in their statistics: words and phrases, and the name of the place. */
  words: string[]
}

/** The filters with a list of choices. */
export const directoryChoiceFilterNames = ['trade', 'industry', 'serviceBranch', 'relationshipType'] as const
export type DirectoryChoiceFilterName = (typeof directoryChoiceFilterNames)[number]

/** How many businesses each choice of a filter finds, by its id or name; null if too many for counting. */
export type FilterChoiceCounts = Record<DirectoryChoiceFilterName, Record<string, number> | null>

/** A search that finds more than a thin one. */
export interface BroaderDirectorySearch {
  change: { within: number | 'anywhere' } | { without: DirectoryFilter | 'search' | 'near' } | { trade: string }
  search: DirectorySearch
  total: number
}

/** A place as a page names it. */
export interface DirectorySearchPlace {
  /** 'Leeds', or with its county where that tells it from a namesake: 'Leeds, Kent'. */
  name: string
  /** What to ask for to get it again: the parameter `near`. */
  near: string
}

/** What the words of a search were taken to mean. */
export interface DirectorySearchMeaning {
  /** Names of one and of several: 'Plumber' and 'Plumbers'. An industry has one name. */
  names: { one: string; several: string }[]
  /** Whether words were left over beside the names, or nothing was named and the sentence was read for what it asks for. */
  isSentence: boolean
  /** The words that were typed, without a place. */
  words: string
  /** Whether the words are too short for listings to be found that only mention them. */
  isShort: boolean
}

/** What a page says about how a search was understood. */
export interface DirectorySearchInterpretation {
  /** The words that were searched for instead of those that no listing has. */
  corrected: string | null
  /** Words that find far more than those typed, and how many businesses; null where none do. */
  suggested: { words: string; total: number } | null
  /** The trades or industries that the words were taken for; null if they name none. */
  meant: DirectorySearchMeaning | null
  /** Words that were left out, as no listing has all of them. */
  droppedWords: string[]
  /** The place the search is about; null without one. */
  place: DirectorySearchPlace | null
  /** The place was taken from the words; these are the words that remained. */
  placeFromWords: { words: string } | null
  /** Whether the place is a county or region, whose listings are found without a radius. */
  isArea: boolean
  /** Whether only the first half of a whole postcode is known, so that distances are from there. */
  isApproximate: boolean
  /** Places of the same name. */
  otherPlaces: DirectorySearchPlace[]
  /** A place that was named beside it: 'Leeds or Bradford'. */
  secondPlace: DirectorySearchPlace | null
  /** A place that words of the search also name. */
  offeredPlace: (DirectorySearchPlace & { words: string }) | null
  /** A part of the place as it was typed that we do not know, that chose nothing, or of which ours is somewhere else. */
  leftOut: string | null
  /** Why there is no place: unknown, or outside the directory's map. */
  placeProblem: string | null
  /** The nearest spelling of an unknown place. */
  suggestedPlace: DirectorySearchPlace | null
  /** Miles around the place; null where no radius applies. */
  radius: number | null
}

/** There is nothing to say of a search. */
export const emptyDirectorySearchInterpretation: DirectorySearchInterpretation = {
  corrected: null,
  suggested: null,
  meant: null,
  droppedWords: [],
  place: null,
  placeFromWords: null,
  isArea: false,
  isApproximate: false,
  otherPlaces: [],
  secondPlace: null,
  offeredPlace: null,
  leftOut: null,
  placeProblem: null,
  suggestedPlace: null,
  radius: null,
}

/** A telephone number as its owner wrote it; without a link where nothing in it can be dialled. */
export type PublicTelephoneAsWritten = Pick<Telephone, 'shown' | 'note'> & (Telephone | { uri: null })

/** A listed business, to be compared with others. All of it is public. */
export interface ComparedBusiness {
  slug: string
  name: string
  logo: Picture | null
  tile: PlaceholderLogoInitialsAndColour
  industryName: string | null
  primaryService: string | null
  town: string | null
  serviceArea: string | null
  /** Whole miles from a place that was asked for; null without one. */
  miles: number | null
  /** What was verified, and when it was last checked, formatted. */
  claim: string
  checkedOn: string | null
  phone: PublicTelephoneAsWritten | null
  email: string | null
  websiteUrl: string | null
}

export interface PublicBusinessGalleryPicture extends Picture {
  id: string
  caption: string | null
}

/** The public page of a listed business. Links are validated: http(s) or null. */
export interface PublicBusinessPageData {
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
  /** Where it works, formatted; null if customers come to it. */
  serviceArea: string | null
  serviceBranch: string | null
  relationshipType: string | null
  memberSince: number
  /** The month in which the owner's service was last checked, formatted; null if unknown. */
  checkedOn: string | null
  /** How it was checked, as a sentence without its full stop. */
  basis: string
  streetAddress: string | null
  city: string | null
  county: string | null
  postcode: string | null
  email: string | null
  phone: PublicTelephoneAsWritten | null
  websiteUrl: string | null
  socialLinks: { network: SocialNetwork; url: string }[]
  promoVideo: VideoLink | null
  logo: Picture | null
  tile: PlaceholderLogoInitialsAndColour
  gallery: PublicBusinessGalleryPicture[]
}

export const socialNetworks = ['facebook', 'instagram', 'linkedin', 'twitter', 'tiktok', 'youtube', 'google'] as const
export type SocialNetwork = (typeof socialNetworks)[number]

/** The most businesses of a search that are downloaded at once. */
export const directoryDownloadMaximumBusinesses = 1_000

/** A search that matches every listed business. */
export const emptyDirectorySearch: DirectorySearch = {
  search: '',
  trade: null,
  industry: null,
  city: '',
  county: '',
  postcode: '',
  serviceBranch: null,
  relationshipType: null,
  hasGallery: false,
  hasWebsite: false,
  near: '',
  within: null,
  sort: null,
  exact: false,
  page: 1,
}

/** The query parameter of each field, for /directory and the API, in the order they have in a URL. */
export const directoryParameters = {
  search: 'search',
  trade: 'trade',
  industry: 'industry',
  city: 'city',
  county: 'county',
  postcode: 'postcode',
  serviceBranch: 'service_branch',
  relationshipType: 'relationship_type',
  hasGallery: 'hasGallery',
  hasWebsite: 'hasWebsite',
  near: 'near',
  within: 'within',
  sort: 'sort',
  exact: 'exact',
  page: 'page',
} as const satisfies Record<keyof DirectorySearch, string>

export type DirectoryParameter = (typeof directoryParameters)[keyof DirectorySearch]

/** Fields that are no filters: the words and the place are planned together, see search/rules.ts, and the others say how. */
const plannedFields: readonly string[] = ['search', 'near', 'within', 'sort', 'exact', 'page'] satisfies PlannedField[]
type PlannedField = 'search' | 'near' | 'within' | 'sort' | 'exact' | 'page'

/** A field that narrows the results by itself. */
export type DirectoryFilter = Exclude<keyof DirectorySearch, PlannedField>

export const directoryFilterFields = (Object.keys(emptyDirectorySearch) as (keyof DirectorySearch)[]).filter(
  (field): field is DirectoryFilter => !plannedFields.includes(field),
)

/** The fields with their parameters. */
export const directoryParameterEntries = Object.entries(directoryParameters) as [
  keyof DirectorySearch,
  DirectoryParameter,
][]

/** The query string of a search: only what is set, in canonical order, so that each search has one URL. */
export function toDirectoryUrlSearchParams(search: DirectorySearch): URLSearchParams {
  const query = new URLSearchParams()
  for (const [field, parameter] of directoryParameterEntries) {
    if (search[field] !== emptyDirectorySearch[field]) query.set(parameter, String(search[field]))
  }
  return query
}

/** The options of the filters. */
export interface DirectoryFilterChoices {
  /** By industry; named as several of a trade are. */
  trades: { industry: string; trades: { id: string; name: string }[] }[]
  industries: { id: number; name: string }[]
  serviceBranches: readonly string[]
  relationshipTypes: readonly string[]
}

/** What is said where an address has asked for too many searches whose words had to be corrected, or for too many files. */
export function tooManySearchesMessage(seconds: number): string {
  return `Too many searches with misspelt words, or too many downloads, from your network. Check your spelling, or try again in ${formatCountWithNoun(seconds, 'second')}.`
}

/** The title where the map could not be opened or folded. */
export const directoryMapNotChangedTitle = 'Map not changed'
