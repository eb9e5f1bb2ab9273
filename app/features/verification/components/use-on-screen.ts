import { type RefObject, useEffect } from 'react'
import { useFetcher } from 'react-router'

/** Milliseconds between two tries to have a document count as opened, and how many there are. */
const again = { wait: 1_500, most: 20 }

/**
 * Tells the server once a document is on screen, so that it counts as opened. It does not yet where the rest of it is still on the
 * way: then again a little later.
 */
export function useOnScreen(target: RefObject<Element | null>, document: { id: string; isOpened: boolean }): void {
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
