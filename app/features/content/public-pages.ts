import { articles } from './service.server.ts'

/** A screen for everyone, as search engines and other machines are told of it. */
interface PublicPage {
  path: string
  title: string
  /** What is found there, in a sentence. */
  about: string
}

/** The screens for everyone, but for those of single businesses and podcasts. */
export const publicPages: readonly PublicPage[] = [
  { path: '/', title: 'Home', about: 'What the directory is, and how a business is verified.' },
  { path: '/directory', title: 'The Directory', about: 'Search verified veteran-owned businesses in the UK.' },
  { path: '/verification', title: 'Verification', about: 'How service is verified, and how to apply. It is free.' },
  { path: '/how-we-verify', title: 'How we verify', about: 'What is checked, by whom, how often, and what is not.' },
  { path: '/podcasts', title: 'Podcasts', about: 'Podcasts that members host.' },
  { path: '/shop', title: 'Shop', about: 'Things made to order; what they earn keeps the directory free.' },
  { path: '/resources', title: 'Resources', about: 'Crisis lines, and help with business and employment.' },
  { path: '/about', title: 'About Us', about: 'Mission, objectives and figures.' },
  { path: '/mission-values', title: 'Mission & Values', about: 'What the organisation does, and its six values.' },
  { path: '/team', title: 'The Team', about: 'Leadership, advisory board and ambassadors.' },
  { path: '/partners/sage', title: 'Sage', about: 'Six months of accounting software free for verified members.' },
  { path: '/partners/reu', title: 'REU', about: 'An online MBA in one year.' },
  { path: '/support', title: 'Support Us', about: 'How to sponsor, give, or become a partner.' },
  { path: '/contact', title: 'Contact', about: 'Mailboxes, office hours, and a form.' },
  ...[...articles.values()].map(({ path, title, summary }) => ({ path, title, about: summary })),
]
