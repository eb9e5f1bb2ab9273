import { SocialBrandIcon } from './brand-icon.tsx'
import { SiteLogoLink } from './brand-link.tsx'
import { socialBrandName } from './brands.ts'
import { Link } from './link.tsx'
import type { NavigationLinkEntry, NavigationLinkGroup } from './navigation.ts'
import type { SiteDetails } from './site-details.ts'

interface FooterProps {
  site: SiteDetails
  groups: NavigationLinkGroup[]
  legal: NavigationLinkEntry[]
}

/** The foot of every page. */
export function SiteFooter({ site, groups, legal }: FooterProps) {
  return (
    <footer id="footer" className="foot navy">
      <div className="wrap">
        <div className="foot-grid">
          <div>
            <SiteLogoLink name={site.name} />
            <p className="mt-3">{site.summary}</p>
            {site.socialLinks.length > 0 && (
              <ul className="social" aria-label={`${site.name} elsewhere`}>
                {site.socialLinks.map(({ network, url }) => (
                  <li key={network}>
                    <a href={url} rel="noopener" aria-label={`${site.name} on ${socialBrandName(network)}`}>
                      <SocialBrandIcon brand={network} />
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </div>
          {groups.map((group) => (
            <nav key={group.label} aria-label={group.label}>
              <h2>{group.label}</h2>
              <ul>
                {group.links.map(({ label, to }) => (
                  <li key={to}>
                    <Link to={to}>{label}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
          <div>
            <h2>Contact</h2>
            <ul>
              <li>
                <a href={`mailto:${site.email}`}>{site.email}</a>
              </li>
              <li>
                <span>{site.officeHours}</span>
              </li>
            </ul>
          </div>
        </div>
        <div className="foot-end">
          <span>Company number {site.companyNumber}</span>
          <nav aria-label="Legal">
            {legal.map(({ label, to }) => (
              <Link key={to} to={to}>
                {label}
              </Link>
            ))}
          </nav>
          {site.sampleNotice && <p className="sample">{site.sampleNotice}</p>}
        </div>
      </div>
    </footer>
  )
}
