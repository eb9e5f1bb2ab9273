import { href } from 'react-router'
import type { HeaderNavigationLinks, NavigationLinkEntry, NavigationLinkGroup } from '#app/ui/navigation.ts'
import type { ContentArticle } from './schema.ts'
import { contentArticlesByPath } from './service.server.ts'

/** The audience of the header: a visitor, or a member by role. */
export type NavigationAudience = 'visitor' | 'member' | 'reviewer' | 'admin'

const home = { label: 'Home', to: href('/') }
const theDirectory = { label: 'The Directory', to: href('/directory'), also: ['/business'] }
const verification = { label: 'Verification', to: href('/verification') }
const howWeVerify = { label: 'How we verify', to: href('/how-we-verify') }
const podcasts = { label: 'Podcasts', to: href('/podcasts') }
const supportUs = { label: 'Support Us', to: href('/support') }
const shop = { label: 'Shop', to: href('/shop') }
const contact = { label: 'Contact', to: href('/contact') }
const dashboard = { label: 'Dashboard', to: href('/dashboard') }
const myBusiness = { label: 'My Business', to: href('/my-business'), also: ['/business-onboarding'] }
const myPodcast = { label: 'My Podcast', to: href('/my-podcast') }
const myProfile = { label: 'My Profile', to: href('/profile') }
const adminPanel = { label: 'Admin Panel', to: href('/admin') }
const directory = { ...theDirectory, label: 'Directory' }
const profile = { ...myProfile, label: 'Profile' }
const business = { ...myBusiness, label: 'Business' }

const about: NavigationLinkGroup = {
  label: 'About',
  links: [
    { label: 'About Us', to: href('/about') },
    { label: 'Mission & Values', to: href('/mission-values') },
    { label: 'The Team', to: href('/team') },
  ],
}
const partners: NavigationLinkGroup = {
  label: 'Partners',
  links: [
    { label: 'Sage', to: href('/partners/sage') },
    { label: 'REU', to: href('/partners/reu') },
  ],
}
const resources: NavigationLinkGroup = {
  label: 'Resources',
  links: [
    { label: 'Crisis and support', to: `${href('/resources')}#crisis` },
    { label: 'Business resources', to: `${href('/resources')}#business` },
    { label: 'Employment support', to: `${href('/resources')}#employment` },
  ],
}

const forVisitors: HeaderNavigationLinks = {
  primary: [home, about, partners, theDirectory, podcasts, contact],
  mobile: [home, theDirectory, verification, podcasts, supportUs, shop, contact, about, partners, resources],
}

const memberLinks: NavigationLinkEntry[] = [dashboard, myBusiness, myPodcast, myProfile, directory, contact]
const forMembers: HeaderNavigationLinks = { primary: memberLinks, mobile: memberLinks }
const staffLinks: NavigationLinkEntry[] = [...memberLinks, adminPanel]
const forStaff: HeaderNavigationLinks = { primary: staffLinks, mobile: staffLinks }

/** The header's links. */
const navigation: Record<NavigationAudience, HeaderNavigationLinks> = {
  visitor: forVisitors,
  member: forMembers,
  reviewer: forStaff,
  admin: forStaff,
}

const memberAccountLinks: NavigationLinkEntry[] = [dashboard, profile, business]
const staffAccountLinks: NavigationLinkEntry[] = [...memberAccountLinks, adminPanel]

/** The links of the account menu, which only members have. */
const accountLinks: Record<Exclude<NavigationAudience, 'visitor'>, NavigationLinkEntry[]> = {
  member: memberAccountLinks,
  reviewer: staffAccountLinks,
  admin: staffAccountLinks,
}

/** Links to log in and register, for visitors. */
const signInLinks: NavigationLinkEntry[] = [
  { label: 'Log in', to: href('/auth') },
  { label: 'Register', to: `${href('/auth')}?tab=register` },
]

/** Returns the audience of a member; null is a visitor. */
export function navigationAudienceOf(member: {
  isAdmin: boolean
  isStaff: boolean
}): Exclude<NavigationAudience, 'visitor'>
export function navigationAudienceOf(member: { isAdmin: boolean; isStaff: boolean } | null): NavigationAudience
export function navigationAudienceOf(member: { isAdmin: boolean; isStaff: boolean } | null): NavigationAudience {
  if (!member) return 'visitor'
  if (member.isAdmin) return 'admin'
  return member.isStaff ? 'reviewer' : 'member'
}

/** The footer's columns of links. */
const footerGroups: NavigationLinkGroup[] = [
  {
    label: 'Quick links',
    links: [
      theDirectory,
      verification,
      howWeVerify,
      podcasts,
      supportUs,
      shop,
      contact,
      { label: 'Check a code', to: href('/verify') },
      { label: 'Shortlist', to: href('/shortlist') },
      ...articleLinks('quick links'),
    ],
  },
  { label: 'Resources', links: [...resources.links, ...about.links.slice(1), ...articleLinks('resources')] },
]

/** Links to the articles whose front matter names a list of the footer. */
function articleLinks(list: NonNullable<ContentArticle['navigation']>['list']): NavigationLinkEntry[] {
  return [...contentArticlesByPath.values()].flatMap(({ path, navigation }) =>
    navigation?.list === list ? [{ label: navigation.label, to: path }] : [],
  )
}

/** Returns the links of header and footer for an audience. They come from the server, so that nobody loads those of others. */
export function navigationLinksFor(audience: NavigationAudience) {
  return {
    header: navigation[audience],
    /** Links of the account menu; for a visitor to log in and register. */
    account: audience === 'visitor' ? signInLinks : accountLinks[audience],
    footer: footerGroups,
    /** At the end of the page. */
    legal: articleLinks('legal'),
  }
}
