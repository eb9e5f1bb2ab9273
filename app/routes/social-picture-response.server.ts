/** Serves a picture for link previews, which other sites may embed. */
export function respondWithSocialPicture(png: Uint8Array<ArrayBuffer>): Response {
  return new Response(png, {
    headers: {
      'Content-Type': 'image/png',
      'Cache-Control': 'public, max-age=86400',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  })
}
