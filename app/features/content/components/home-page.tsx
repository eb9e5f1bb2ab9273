import type { ReactNode } from 'react'
import { href } from 'react-router'
import { LinkButton } from '#app/ui/button.tsx'
import { CallToAction } from '#app/ui/call-to-action.tsx'
import { ThreeStepsBand } from '#app/ui/three-steps.tsx'
import type { HomeContent } from '../schema.ts'
import { HomeCounter } from './home-counter.tsx'
import { type FirmOnHomeMap, HomeHero } from './home-hero.tsx'
import { HomeMissionSection } from './home-mission.tsx'
import { TestimonialsSection } from './testimonials.tsx'

/** The front page with its search; `children` are its listings. */
export function HomePage({
  content,
  firms,
  search,
  children,
}: {
  content: HomeContent
  firms: FirmOnHomeMap[]
  search: ReactNode
  children: ReactNode
}) {
  const { title, lead, submitApplication, verificationProcess, getListed } = content.verification
  return (
    <>
      <HomeHero hero={content.hero} firms={firms}>
        {search}
      </HomeHero>
      <HomeCounter />
      <HomeMissionSection mission={content.mission} />
      <ThreeStepsBand
        title={title}
        lead={lead}
        steps={[
          { title: 'Submit application', text: submitApplication },
          { title: 'Verification process', text: verificationProcess },
          { title: 'Get listed', text: getListed },
        ]}
      >
        <LinkButton to={href('/verification')} size="large" className="mt-8">
          Verify your business
        </LinkButton>
      </ThreeStepsBand>
      {children}
      <TestimonialsSection testimonials={content.testimonials} />
      <CallToAction {...content.closing} label="Verify your business" to={href('/verification')} />
    </>
  )
}
