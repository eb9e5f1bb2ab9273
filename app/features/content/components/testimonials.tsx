import { PersonPortrait } from '#app/ui/portrait.tsx'
import type { HomeContent } from '../schema.ts'
import { PersonByline } from './byline.tsx'
import './home.css'

/** What members say about Muster. */
export function TestimonialsSection({ testimonials }: { testimonials: HomeContent['testimonials'] }) {
  return (
    <section className="section sand" aria-labelledby="testimonials">
      <div className="wrap">
        <h2 id="testimonials">{testimonials.title}</h2>
        <div className="voices">
          {testimonials.voices.map(({ quote, person }) => (
            <div key={quote} className="voice">
              <PersonPortrait src={person.picture} />
              <figure>
                <blockquote>
                  <p>“{quote}”</p>
                </blockquote>
                <figcaption>
                  <PersonByline person={person} />
                </figcaption>
              </figure>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}
