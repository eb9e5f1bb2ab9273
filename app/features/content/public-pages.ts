import { href } from 'react-router'
import { contentArticlesByPath } from './service.server.ts'

/** A public screen, as described to search engines and other programs. */
interface PublicPage {
  path: string
  title: string
  /** What it contains, in a sentence. */
  about: string
}

/** The public screens, without those of single businesses and podcasts. */
export const publicPages: readonly PublicPage[] = [
  { path: href('/'), title: 'Home', about: 'What the directory is, and how a business is verified.' },
  { path: href('/directory'), title: 'The Directory', about: 'Search verified veteran-owned businesses in the UK.' },
  {
    path: href('/verification'),
    title: 'Verification',
    about: 'How service is verified, and how to apply. It is free.',
  },
  {
    path: href('/how-we-verify'),
    title: 'How we verify',
    about: 'What is checked, who checks it, how often, and what is not checked.',
  },
  {
    path: href('/verify'),
    title: 'Check a code',
    about: 'Check whether a business that shows a code is verified now.',
  },
  { path: href('/podcasts'), title: 'Podcasts', about: 'Podcasts that members host.' },
  { path: href('/shop'), title: 'Shop', about: 'Items made to order. What they earn keeps the directory free.' },
  { path: href('/resources'), title: 'Resources', about: 'Crisis lines, and help with business and employment.' },
  { path: href('/about'), title: 'About Us', about: 'Mission, objectives and figures.' },
  {
    path: href('/mission-values'),
    title: 'Mission & Values',
    about: 'What the organisation does, and its six values.',
  },
  { path: href('/team'), title: 'The Team', about: 'Leadership, advisory board and ambassadors.' },
  {
    path: href('/partners/sage'),
    title: 'Sage',
    about: 'Six months of accounting software free for verified members.',
  },
  { path: href('/partners/reu'), title: 'REU', about: 'An online MBA in one year.' },
  { path: href('/support'), title: 'Support Us', about: 'How to sponsor, give, or become a partner.' },
  { path: href('/contact'), title: 'Contact', about: 'Mailboxes, office hours, and a form.' },
  {
    path: href('/data-protection-complaint'),
    title: 'Data protection complaint',
    about: 'Tell us if you think we have not handled your data as we should.',
  },
  ...[...contentArticlesByPath.values()].map(({ path, title, summary }) => ({ path, title, about: summary })),
]
