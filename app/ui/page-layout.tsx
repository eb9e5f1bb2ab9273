import type { ReactNode } from 'react'
import type { Appearance } from '#app/lib/appearance.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { FlashMessage } from './flash-message.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { LoadingLine } from './loading-line.tsx'
import type { Navigation, NavigationGroup, NavigationLink } from './navigation.ts'
import type { SiteDetails } from './site-details.ts'
import { ToastProvider } from './toast.tsx'

interface PageLayoutProps {
  site: SiteDetails
  navigation: Navigation
  /** The account menu of the header. */
  account: ReactNode
  /** The same for the mobile menu. */
  mobileAccount: ReactNode
  /** Columns of links in the footer. */
  footer: NavigationGroup[]
  /** Links at the end. */
  legal: NavigationLink[]
  appearance: Appearance
  /** The flash message; null for none. */
  flash: ToastMessage | null
  children: ReactNode
}

/** The layout of every page: skip link, header, main content, footer and toasts. */
export function PageLayout(props: PageLayoutProps) {
  const { site, navigation, account, mobileAccount, footer, legal, appearance, flash, children } = props
  return (
    <ToastProvider>
      <a className="skip" href="#main">
        Skip to main content
      </a>
      <LoadingLine />
      <div className="page">
        <Header
          name={site.name}
          navigation={navigation}
          appearance={appearance}
          account={account}
          mobileAccount={mobileAccount}
        />
        <main id="main" tabIndex={-1}>
          <FlashMessage message={flash} />
          {children}
        </main>
        <Footer site={site} groups={footer} legal={legal} />
      </div>
    </ToastProvider>
  )
}
