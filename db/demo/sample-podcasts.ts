import { sceneOf } from './drawings.ts'
import type { MarkFamily } from './logo-marks.ts'

/** An invented podcast. Who hosts it is one of the sample businesses' owners. */
interface SamplePodcast {
  slug: string
  title: string
  tagline: string
  /** Paragraphs, separated by blank lines. */
  description: string
  /** Where else it can be heard. The addresses are the services' own; the shows do not exist. */
  services: ('spotify' | 'apple' | 'youtube')[]
  /** As 2024-03-04. */
  launchDate: string
  /** Days since the newest episode, and between one and the next. */
  newest: number
  every: number
  /** Newest first, each with its length in minutes and seconds. */
  episodes: [title: string, length: `${number}:${number}`][]
  cover: { scene: number; family: MarkFamily; palette: number; letters: string; variant: number }
}

const note = 'This podcast is a sample. Its guests are invented, and each episode plays the same three notes.'

export const samplePodcasts: SamplePodcast[] = [
  {
    slug: 'sample-talks',
    title: 'Sample Talks',
    tagline: 'Half an hour with somebody who started again.',
    description: `Conversations with people who left the forces and began something of their own: what they brought with them, what they had to learn, and what they would tell themselves now.\n\n${note}`,
    services: ['spotify', 'apple', 'youtube'],
    launchDate: '2024-03-04',
    newest: 3,
    every: 14,
    episodes: [
      ['The first customer, with Alex Example', '31:05'],
      ['What the notice board taught me', '28:40'],
      ['Two people, one van', '35:12'],
      ['Saying no to work, with Robin Specimen', '26:58'],
      ['The winter we nearly stopped', '41:20'],
      ['Why we are doing this', '12:30'],
    ],
    cover: { scene: sceneOf('coffeeCups', 0), family: 'initial', palette: 1, letters: 'ST', variant: 0 },
  },
  {
    slug: 'the-example-hour',
    title: 'The Example Hour',
    tagline: 'Money, paper and law for small firms, one question at a time.',
    description: `One question an episode, asked by a listener and answered by somebody who does it for a living: the first VAT return, taking on an apprentice, what a contract has to say.\n\n${note}`,
    services: ['spotify', 'apple'],
    launchDate: '2023-09-11',
    newest: 8,
    every: 7,
    episodes: [
      ['When do I have to register for VAT?', '48:02'],
      ['What does a good invoice look like?', '39:47'],
      ['Do I need a lawyer for that?', '52:15'],
      ['How do I pay myself?', '44:31'],
    ],
    cover: { scene: sceneOf('bookshelf', 0), family: 'initialBar', palette: 4, letters: 'EH', variant: 1 },
  },
  {
    slug: 'specimen-stories',
    title: 'Specimen Stories',
    tagline: 'Told outdoors, a walk at a time.',
    description: `A host, a guest and a hill. We walk for an hour and keep the part that was worth hearing.\n\n${note}`,
    services: ['apple', 'youtube'],
    launchDate: '2025-01-20',
    newest: 12,
    every: 21,
    episodes: [
      ['Over the top road with Jo Sample', '37:26'],
      ['Fog on the ridge', '33:09'],
      ['The long way down', '45:50'],
    ],
    cover: { scene: sceneOf('ridge', 1), family: 'compass', palette: 7, letters: 'S', variant: 0 },
  },
  {
    slug: 'sample-trades',
    title: 'Sample Trades',
    tagline: 'How things are made, by those who make them.',
    description: `From the bench and the building site: tools, mistakes, and the job that turned out well. For anyone who would rather make something than talk about it.\n\n${note}`,
    services: ['spotify'],
    launchDate: '2024-10-07',
    newest: 5,
    every: 14,
    episodes: [
      ['Sharpening, properly', '22:14'],
      ['A staircase in an old house', '29:33'],
      ['What timber does in a warm room', '25:41'],
      ['The plane on the bench', '19:58'],
      ['Dovetails and patience', '27:07'],
    ],
    cover: { scene: sceneOf('workshop', 0), family: 'initialBar', palette: 8, letters: 'T', variant: 0 },
  },
  {
    slug: 'the-sample-larder',
    title: 'The Sample Larder',
    tagline: 'Kitchens, bakeries and the people who get up at four.',
    description: `Food businesses from the inside: the first oven, the regulars, the margin on a loaf.\n\n${note}`,
    services: ['spotify', 'apple'],
    launchDate: '2025-05-05',
    newest: 18,
    every: 28,
    episodes: [
      ['Out of the oven at six', '30:45'],
      ['The menu with four things on it', '34:20'],
      ['Stock, and other slow things', '28:16'],
    ],
    cover: { scene: sceneOf('loaves', 0), family: 'ranks', palette: 2, letters: 'L', variant: 0 },
  },
  {
    slug: 'example-signals',
    title: 'Example Signals',
    tagline: 'Computers and security in words that anybody can follow.',
    description: `What a small firm should do about passwords, backups and letters that look like the bank's, from people who did it on operations first.\n\n${note}`,
    services: ['youtube'],
    launchDate: '2024-06-17',
    newest: 26,
    every: 14,
    episodes: [
      ['A backup is not a copy', '24:52'],
      ['The letter that was not from the bank', '21:36'],
      ['Passwords, once more', '18:09'],
      ['When everything stops, with Chris Sample', '33:44'],
    ],
    cover: { scene: sceneOf('serverRack', 1), family: 'initialBar', palette: 12, letters: 'S', variant: 0 },
  },
  {
    slug: 'sample-ground',
    title: 'Sample Ground',
    tagline: 'Fields, gardens and woods, through one year.',
    description: `A smallholding, a tree nursery and a market garden, visited every month of a year. Mostly about weather.\n\n${note}`,
    services: ['spotify', 'apple', 'youtube'],
    launchDate: '2025-03-03',
    newest: 31,
    every: 30,
    episodes: [
      ['May: everything at once', '36:11'],
      ['April: too wet to plough', '32:25'],
      ['March: a list for spring', '27:49'],
    ],
    cover: { scene: sceneOf('fieldRows', 0), family: 'initial', palette: 5, letters: 'G', variant: 1 },
  },
]
