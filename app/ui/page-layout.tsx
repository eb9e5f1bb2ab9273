import type { ReactNode } from 'react'
import type { PageAppearance } from '#app/lib/appearance.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { FlashMessage } from './flash-message.tsx'
import { SiteFooter } from './footer.tsx'
import { SiteHeader } from './header.tsx'
import { LoadingLine } from './loading-line.tsx'
import type { HeaderNavigationLinks, NavigationLinkEntry, NavigationLinkGroup } from './navigation.ts'
import type { SiteDetails } from './site-details.ts'
import { ToastProvider } from './toast.tsx'

interface PageLayoutProps {
  site: SiteDetails
  navigation: HeaderNavigationLinks
  /** The account menu of the header. */
  account: ReactNode
  /** The same for the mobile menu. */
  mobileAccount: ReactNode
  /** Columns of links in the footer. */
  footer: NavigationLinkGroup[]
  /** Links at the end. */
  legal: NavigationLinkEntry[]
  appearance: PageAppearance
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
        <SiteHeader
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
        <SiteFooter site={site} groups={footer} legal={legal} />
      </div>
    </ToastProvider>
  )
}
