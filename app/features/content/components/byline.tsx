import { Badge } from '#app/ui/badge.tsx'
import { PersonPortrait } from '#app/ui/portrait.tsx'
import type { ContentPerson } from '../person-schema.ts'
import './home.css'

/** A person's name and role; `pictured` adds their picture. */
export function PersonByline({ person, pictured = false }: { person: ContentPerson; pictured?: boolean }) {
  return (
    <p className="byline">
      {pictured && (
        <span className="byline-picture">
          <PersonPortrait src={person.picture} />
        </span>
      )}
      <span>
        <b>{person.name}</b> <SamplePersonBadge person={person} />
        <span className="role">{person.role}</span>
      </span>
    </p>
  )
}

/** Marks an invented person as a sample. */
export function SamplePersonBadge({ person: { sample } }: { person: Pick<ContentPerson, 'sample'> }) {
  return sample && <Badge>Sample</Badge>
}
