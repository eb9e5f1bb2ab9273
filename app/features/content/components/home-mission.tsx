import { ArrowRight } from 'lucide-react'
import { href } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { HomeContent } from '../schema.ts'
import { PersonByline } from './byline.tsx'
import './home.css'

/** The mission of Muster, in its founder's words. */
export function HomeMissionSection({ mission }: { mission: HomeContent['mission'] }) {
  return (
    <section className="section" aria-labelledby="mission">
      <div className="wrap mission">
        <svg
          className="scene"
          viewBox="0 0 500 560"
          preserveAspectRatio="xMidYMid slice"
          aria-hidden="true"
          focusable="false"
        >
          <use href="/art/ridge.svg#ridge" width="500" height="560" />
        </svg>
        <div>
          <h2 id="mission" className="kicker">
            {mission.title}
          </h2>
          <figure>
            <blockquote>
              <p>“{mission.quote}”</p>
            </blockquote>
            <figcaption>
              <PersonByline person={mission.founder} pictured />
            </figcaption>
          </figure>
          <p className="muted mt-5">{mission.text}</p>
          <Link className="more mt-4" to={href('/mission-values')}>
            Read our mission and values
            <Icon of={ArrowRight} size="small" />
          </Link>
        </div>
      </div>
    </section>
  )
}
