import type { Navigation, NavigationGroup } from '#app/ui/navigation.ts'

const directory = { label: 'The Directory', to: '/directory', also: ['/business'] }
const verification = { label: 'Verification', to: '/verification' }

/** The header's links, for everyone. Only screens that exist stand here. */
export const navigation: Navigation = {
  primary: [directory, verification],
  mobile: [directory, verification],
}

/** The footer's columns of links. */
export const footerGroups: NavigationGroup[] = [{ label: 'Quick links', links: [directory, verification] }]
