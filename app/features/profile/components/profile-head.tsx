import { Mail, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { avatarSourcesFromStorageKey } from '#app/lib/pictures.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { ProfileView } from '../model.ts'
import { publicNameOfMember } from '../rules.ts'
import './profile.css'

interface ProfileHeadProps {
  profile: ProfileView
  /** The first two letters of the sign-in address. */
  initials: string
  /** Says how far the member's verification is. */
  badge: ReactNode
}

/** The member's name and picture, above every part of the profile. */
export function ProfileHead({ profile, initials, badge }: ProfileHeadProps) {
  return (
    <div className="profile-head">
      <Avatar
        picture={profile.avatarKey ? avatarSourcesFromStorageKey(profile.avatarKey) : null}
        initials={initials}
        size="large"
      />
      <div>
        <h1>{profile.firstName ? publicNameOfMember(profile) : 'Complete Your Profile'}</h1>
        <p>{badge}</p>
        <ul className="contact-lines">
          <li>
            <Icon of={Mail} size="small" />
            <span className="sr-only">Email: </span>
            {profile.personalEmail}
          </li>
          {profile.personalMobile && (
            <li>
              <Icon of={Phone} size="small" />
              <span className="sr-only">Mobile: </span>
              {profile.personalMobile}
            </li>
          )}
        </ul>
      </div>
    </div>
  )
}
