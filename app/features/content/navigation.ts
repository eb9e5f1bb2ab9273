import type { Navigation, NavigationGroup, NavigationLink } from '#app/ui/navigation.ts'

/** Whom the header speaks to: somebody who is not signed in, or a member by their role. */
export type Audience = 'visitor' | 'member' | 'reviewer' | 'admin'

/** Only screens that exist stand here. */
const theDirectory = { label: 'The Directory', to: '/directory', also: ['/business'] }
const verification = { label: 'Verification', to: '/verification' }
const dashboard = { label: 'Dashboard', to: '/dashboard' }
const myBusiness = { label: 'My Business', to: '/my-business', also: ['/business-onboarding'] }
const myProfile = { label: 'My Profile', to: '/profile' }
const adminPanel = { label: 'Admin Panel', to: '/admin' }
const directory = { ...theDirectory, label: 'Directory' }
const profile = { ...myProfile, label: 'Profile' }
const business = { ...myBusiness, label: 'Business' }

const forVisitors: Navigation = {
  primary: [theDirectory, verification],
  mobile: [theDirectory, verification],
}

const memberLinks: NavigationLink[] = [dashboard, myBusiness, myProfile, directory]
const forMembers: Navigation = { primary: memberLinks, mobile: memberLinks }
const staffLinks: NavigationLink[] = [...memberLinks, adminPanel]
const forStaff: Navigation = { primary: staffLinks, mobile: staffLinks }

/** The header's links. */
export const navigation: Record<Audience, Navigation> = {
  visitor: forVisitors,
  member: forMembers,
  reviewer: forStaff,
  admin: forStaff,
}

const memberAccountLinks: NavigationLink[] = [dashboard, profile, business]
const staffAccountLinks: NavigationLink[] = [...memberAccountLinks, adminPanel]

/** The links of the account menu, which only members have. */
export const accountLinks: Record<Exclude<Audience, 'visitor'>, NavigationLink[]> = {
  member: memberAccountLinks,
  reviewer: staffAccountLinks,
  admin: staffAccountLinks,
}

/** Where people without a session are let in. */
export const entrances: NavigationLink[] = [
  { label: 'Log in', to: '/auth' },
  { label: 'Register', to: '/auth?tab=register' },
]

/** The audience a member belongs to; null is somebody who is not signed in. */
export function audienceOf(member: { isAdmin: boolean; isStaff: boolean }): Exclude<Audience, 'visitor'>
export function audienceOf(member: { isAdmin: boolean; isStaff: boolean } | null): Audience
export function audienceOf(member: { isAdmin: boolean; isStaff: boolean } | null): Audience {
  if (!member) return 'visitor'
  if (member.isAdmin) return 'admin'
  return member.isStaff ? 'reviewer' : 'member'
}

/** The footer's columns of links. */
export const footerGroups: NavigationGroup[] = [{ label: 'Quick links', links: [theDirectory, verification] }]
