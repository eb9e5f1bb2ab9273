import { Skeleton } from '#app/ui/skeleton.tsx'
import '#app/ui/settings-section.css'
import './profile.css'

/** Shown while a part of the profile is loading. */
export function ProfileSkeleton() {
  return (
    <div className="profile-skeleton" role="status">
      <span className="sr-only">Loading...</span>
      {['first', 'second'].map((section) => (
        <div key={section} className="settings-section" aria-hidden="true">
          <div>
            <Skeleton width="half" />
            <Skeleton width="long" />
          </div>
          <div className="settings-body">
            <Skeleton />
            <Skeleton />
            <Skeleton width="half" />
          </div>
        </div>
      ))}
    </div>
  )
}
