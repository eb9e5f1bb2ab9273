import { type RefObject, useEffect } from 'react'
import { href, useFetcher, useRevalidator } from 'react-router'

const documentsPath = `${href('/verification/documents')}/`

/** Milliseconds between two looks whether a document counts as opened, and how many there are. */
const again = { wait: 1_500, most: 20 }

/**
 * Tells the server once a document is on screen, so that it counts as opened. It does not yet where the rest of it is still on the
 * way: then again a little later.
 */
export function useRecordDocumentOnScreen(
  target: RefObject<Element | null>,
  document: { id: string; isOpened: boolean },
): void {
  const { submit } = useFetcher()
  const { id, isOpened } = document
  useEffect(() => {
    const element = target.current
    if (isOpened || !element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let tries = 0
    let isSeen = false
    const tell = () => {
      if (!isSeen || element.ownerDocument.hidden || tries >= again.most) return
      tries += 1
      void submit({ form: 'shown', document: id }, { method: 'post' })
      clearTimeout(timer)
      timer = setTimeout(tell, again.wait)
    }
    const observer = new IntersectionObserver((entries) => {
      isSeen = entries.some(({ isIntersecting }) => isIntersecting)
      tell()
    })
    observer.observe(element)
    element.ownerDocument.addEventListener('visibilitychange', tell)
    return () => {
      observer.disconnect()
      element.ownerDocument.removeEventListener('visibilitychange', tell)
      clearTimeout(timer)
    }
  }, [id, isOpened, submit, target])
}

/**
 * Reads the page again where a document may have been opened outside it, in a tab of its own or as a download: for a while after a
 * link to one was followed, and when the reader comes back.
 */
export function useReloadAfterDocumentOpened(documents: { isOpened: boolean }[]): void {
  const { revalidate } = useRevalidator()
  const isOneMissing = documents.some(({ isOpened }) => !isOpened)
  useEffect(() => {
    if (!isOneMissing) return
    let timer: ReturnType<typeof setInterval> | undefined
    const look = () => {
      // A page that cannot be read again gives way to an error, with what was typed.
      if (!document.hidden && navigator.onLine) void revalidate()
    }
    const follow = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || !target.closest(`a[href^="${documentsPath}"]`)) return
      clearInterval(timer)
      let looks = 0
      timer = setInterval(() => {
        looks += 1
        if (looks >= again.most) clearInterval(timer)
        look()
      }, again.wait)
    }
    document.addEventListener('click', follow)
    document.addEventListener('auxclick', follow)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('click', follow)
      document.removeEventListener('auxclick', follow)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [isOneMissing, revalidate])
}
