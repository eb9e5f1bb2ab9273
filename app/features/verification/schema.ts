/** What a member has said of their service, as only the member sees it. */
export interface ServiceDetails {
  relationshipType: string | null
  serviceBranch: string | null
  serviceNumber: string | null
  serviceDescription: string | null
}

/** One of a member's documents, without what is in it. */
export interface DocumentView {
  id: string
  uploadedAt: Date
}
