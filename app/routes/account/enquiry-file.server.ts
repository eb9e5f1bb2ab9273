import type { SentEnquiryView } from '#app/features/enquiries/model.ts'

/** Answers with an enquiry as a file for its sender; a 404 for null. */
export function respondWithSentEnquiryJson(request: SentEnquiryView | null): Response {
  const headers = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' }
  if (!request) return new Response('There is no such enquiry.', { status: 404, headers })
  return new Response(JSON.stringify(request, null, 2), {
    headers: {
      ...headers,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="muster-enquiry.json"',
    },
  })
}
