import { BusinessCard, BusinessCardSkeleton } from '#app/features/directory/components/business-card.tsx'
import type { FoundBusiness } from '#app/features/directory/model.ts'
import { Badge } from '#app/ui/badge.tsx'
import { NameValueList } from '#app/ui/fact-list.tsx'
import { DashboardOverviewCard, FailedDashboardCard } from '#app/ui/overview-card.tsx'
import { SettingsSection } from '#app/ui/settings-section.tsx'
import { LabelledNumbers } from '#app/ui/stats.tsx'
import { ScrollableTableRegion } from '#app/ui/table-region.tsx'
import type { ShowcaseTheme } from './part.ts'

const whole: FoundBusiness = {
  slug: 'sample-joinery',
  name: 'Sample Joinery',
  tagline: 'Staircases, sash windows and fitted furniture, made in our own workshop.',
  industryName: 'Construction & Trades',
  city: 'Kendal',
  county: 'Cumbria',
  serviceBranch: 'British Army',
  relationshipType: 'Veteran',
  logo: null,
  tile: { initials: 'SJ', colour: '#926337' },
  miles: 12,
  reach: 'place',
  foundService: 'Sash windows',
}
const bare: FoundBusiness = {
  ...whole,
  slug: 'sample-print',
  name: 'A sample with a very long name that takes more than one line',
  tagline: null,
  industryName: null,
  city: null,
  county: null,
  serviceBranch: null,
  miles: null,
  reach: null,
  foundService: null,
}

export function BusinessCardShowcase() {
  return (
    <ul className="cards">
      <BusinessCard business={whole} marks={new Set(['windows'])} eager={false} />
      <BusinessCard business={bare} marks={new Set()} eager={false} />
      <BusinessCardSkeleton />
    </ul>
  )
}

export function OverviewShowcase({ theme }: { theme: ShowcaseTheme }) {
  return (
    <>
      <LabelledNumbers
        figures={[
          { label: 'Total Users', value: '1,234', note: 'Everyone with a profile' },
          { label: 'Verifications', value: '56', note: '7 waiting for a decision' },
        ]}
      />
      <DashboardOverviewCard id={`overview-${theme}`} title="Your business" end={<Badge verified>Listed</Badge>}>
        <NameValueList
          facts={[
            ['Name', 'Sample Joinery'],
            ['Place', 'Kendal, Cumbria'],
          ]}
        />
      </DashboardOverviewCard>
      <FailedDashboardCard id={`missing-${theme}`} title="Your podcast" />
      <SettingsSection id={`settings-${theme}`} title="Picture" lead="What it is for, at the left.">
        <p>What can be done with it, at the right.</p>
      </SettingsSection>
    </>
  )
}

export function TableShowcase({ theme }: { theme: ShowcaseTheme }) {
  return (
    <ScrollableTableRegion label={`Businesses, ${theme}`}>
      <thead>
        <tr>
          <th scope="col">Business</th>
          <th scope="col">Place</th>
          <th scope="col" className="figure">
            Views
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Sample Joinery</th>
          <td>Kendal</td>
          <td className="figure">1,234</td>
        </tr>
        <tr>
          <th scope="row">Example Books</th>
          <td>Leeds</td>
          <td className="figure">56</td>
        </tr>
      </tbody>
    </ScrollableTableRegion>
  )
}
