/**
 * The bytes of pages that were rendered whole. Read from the response they would go through streams, which copy a page several times and
 * leave the copies to the garbage collector.
 */
export const renderedPageBytesByResponse = new WeakMap<Response, Buffer>()
