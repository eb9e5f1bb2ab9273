import { useEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { hidePageLoadingIndicator, showPageLoadingIndicator } from './loading.ts'
import { Spinner } from './spinner.tsx'

/** Screens that the specification gives a spinner while they load. */
const withSpinner = ['/profile', '/verification']

/** The line at the top of the page while another one loads, and the spinner over the old one where the next has one. */
export function LoadingLine() {
  const { state, location, formData } = useNavigation()
  const { pathname } = useLocation()
  const isLoading = state !== 'idle'
  useEffect(() => {
    if (!isLoading) return
    showPageLoadingIndicator()
    return hidePageLoadingIndicator
  }, [isLoading])
  const coming = state === 'loading' && !formData && location.pathname !== pathname ? location.pathname : ''
  return (
    <>
      <div className="loading-line" role="progressbar" aria-label="Loading" />
      {withSpinner.includes(coming) && (
        <div className="loading-cover">
          <Spinner />
        </div>
      )}
    </>
  )
}
