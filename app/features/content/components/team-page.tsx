import { href } from 'react-router'
import { CallToAction } from '#app/ui/call-to-action.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { PersonPortrait } from '#app/ui/portrait.tsx'
import type { TeamMember } from '../person-schema.ts'
import type { TeamContent } from '../schema.ts'
import { TeamMemberBio } from './bio.tsx'
import { SamplePersonBadge } from './byline.tsx'
import './about.css'
import './home.css'

/** The page The Team. */
export function TeamPage({ content }: { content: TeamContent }) {
  return (
    <>
      <PageHead title={content.title} lead={content.lead} />
      <Group id="leadership" title="Leadership" people={content.leadership} large />
      <Group id="advisory-board" title="Advisory Board" people={content.advisoryBoard} cut className="sand" />
      <Group id="ambassadors" title="Ambassadors" people={content.ambassadors} large />
      <CallToAction {...content.joining} label="Join Our Team" to={href('/contact')} />
    </>
  )
}

interface GroupProps {
  id: string
  title: string
  people: TeamMember[]
  /** With larger pictures, two in a row. */
  large?: boolean
  /** Long bios are cut at first. */
  cut?: boolean
  className?: string
}

function Group({ id, title, people, large = false, cut = false, className = '' }: GroupProps) {
  if (people.length === 0) return null
  return (
    <section className={`section ${className}`} aria-labelledby={id}>
      <div className="wrap">
        <h2 id={id}>{title}</h2>
        <ul className={large ? 'people people-large' : 'people'}>
          {people.map((person) => (
            <li key={person.name}>
              <PersonPortrait src={person.picture} />
              <div>
                <h3>
                  {person.name} <SamplePersonBadge person={person} />
                </h3>
                <p className="role">{person.role}</p>
                {cut ? <TeamMemberBio name={person.name} bio={person.bio} /> : <p className="bio">{person.bio}</p>}
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
