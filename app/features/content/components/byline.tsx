import { Badge } from '#app/ui/badge.tsx'
import { Portrait } from '#app/ui/portrait.tsx'
import type { Person } from '../person-schema.ts'
import './home.css'

/** A person's name and role; `pictured` adds their picture. */
export function Byline({ person, pictured = false }: { person: Person; pictured?: boolean }) {
  return (
    <p className="byline">
      {pictured && (
        <span className="byline-picture">
          <Portrait src={person.picture} />
        </span>
      )}
      <span>
        <b>{person.name}</b> <SampleBadge person={person} />
        <span className="role">{person.role}</span>
      </span>
    </p>
  )
}

/** Marks an invented person as a sample. */
export function SampleBadge({ person: { sample } }: { person: Pick<Person, 'sample'> }) {
  return sample && <Badge>Sample</Badge>
}
