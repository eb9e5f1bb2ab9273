import type { ReactNode } from 'react'
import type { Appearance } from '#app/lib/appearance.ts'
import { Footer, type SiteDetails } from './footer.tsx'
import { Header } from './header.tsx'
import type { Navigation, NavigationGroup } from './navigation.ts'
import { ToastProvider } from './toast.tsx'

interface PageLayoutProps {
  site: SiteDetails
  navigation: Navigation
  /** Columns of links in the footer. */
  footer: NavigationGroup[]
  appearance: Appearance
  children: ReactNode
}

/** What every page stands in: a way past the header, the header, the page itself, the footer, and the corner for toasts. */
export function PageLayout({ site, navigation, footer, appearance, children }: PageLayoutProps) {
  return (
    <ToastProvider>
      <a className="skip" href="#main">
        Skip to main content
      </a>
      <div className="page">
        <Header name={site.name} navigation={navigation} appearance={appearance} />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Footer site={site} groups={footer} />
      </div>
    </ToastProvider>
  )
}
