import { ChevronDown, LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form, href, useLocation } from 'react-router'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { HeaderMenu } from '#app/ui/menu.tsx'
import { isCurrentNavigationLink, type NavigationLinkEntry } from '#app/ui/navigation.ts'
import type { SignedInMember } from '../model.ts'
import { initialsOfEmail, signOutFailedTitle } from '../rules.ts'
import { useAuth } from './auth-provider.tsx'

/** The end of the header: a member's account menu, or links to log in and register. */
export function AccountMenu({ links, newEnquiries }: { links: NavigationLinkEntry[]; newEnquiries: number }) {
  const { user } = useAuth()
  return (
    <div className="top-account">
      {user ? <MemberMenu member={user} links={links} newEnquiries={newEnquiries} /> : <SignInLinks links={links} />}
    </div>
  )
}

/** The foot of the mobile menu: the member and a sign-out button, or links to log in and register. */
export function MobileAccountMenu({
  signInLinks,
  newEnquiries,
}: {
  signInLinks: NavigationLinkEntry[]
  newEnquiries: number
}) {
  const { user } = useAuth()
  if (!user) {
    return (
      <div className="mobile-account">
        <SignInLinks links={signInLinks} />
      </div>
    )
  }
  return (
    <div className="mobile-account">
      <div className="account-who">
        <Avatar picture={user.avatar} initials={initialsOfEmail(user.email)} />
        <Who member={user} />
      </div>
      <NewEnquiries count={newEnquiries} />
      <SignOut>
        <Button type="submit" kind="secondary">
          <Icon of={LogOut} />
          Sign out
        </Button>
      </SignOut>
    </div>
  )
}

interface MemberMenuProps {
  member: SignedInMember
  links: NavigationLinkEntry[]
  newEnquiries: number
}

function MemberMenu({ member, links, newEnquiries }: MemberMenuProps) {
  const { pathname } = useLocation()
  return (
    <HeaderMenu
      className="account"
      atEnd
      word={
        <>
          <Avatar picture={member.avatar} initials={initialsOfEmail(member.email)} />
          <span className="sr-only">Account menu</span>
          {newEnquiries > 0 && <CountOfNew count={newEnquiries} />}
          <Icon of={ChevronDown} size="small" />
        </>
      }
    >
      <Who member={member} />
      {links.map((link) => (
        <Link key={link.to} to={link.to} {...(isCurrentNavigationLink(link, pathname) && { 'aria-current': 'page' })}>
          {link.label}
        </Link>
      ))}
      <NewEnquiries count={newEnquiries} />
      <SignOut>
        <button type="submit">Sign out</button>
      </SignOut>
    </HeaderMenu>
  )
}

/** Leads to the inbox while something in it is new. */
function NewEnquiries({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Link to={href('/my-business/enquiries')}>
      Enquiries
      <CountOfNew count={count} />
    </Link>
  )
}

/** How many enquiries are new. */
function CountOfNew({ count }: { count: number }) {
  return (
    <span className="count-of-new">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> new {count === 1 ? 'enquiry' : 'enquiries'}</span>
    </span>
  )
}

function Who({ member }: { member: SignedInMember }) {
  return (
    <p className="who">
      {member.name && <strong>{member.name}</strong>}
      <span>{member.email}</span>
    </p>
  )
}

function SignOut({ children }: { children: ReactNode }) {
  const { signOut } = useAuth()
  return (
    <Form
      method="post"
      action={href('/sign-out')}
      data-failed={signOutFailedTitle}
      onSubmit={(event) => {
        event.preventDefault()
        void signOut()
      }}
    >
      {children}
    </Form>
  )
}

function SignInLinks({ links }: { links: NavigationLinkEntry[] }) {
  return links.map(({ label, to }, index) => (
    <LinkButton key={to} to={to} size="small" kind={index === links.length - 1 ? 'primary' : 'secondary'}>
      {label}
    </LinkButton>
  ))
}
