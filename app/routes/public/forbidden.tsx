import { data, href } from 'react-router'
import { MessagePage } from '#app/ui/message-page.tsx'

export function loader() {
  return data(null, { status: 403 })
}

export function meta() {
  return [{ title: 'Access Forbidden – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function Forbidden() {
  return (
    <MessagePage
      title="Access Forbidden"
      links={[
        { label: 'Go to the home page', to: href('/') },
        { label: 'Log in', to: href('/auth') },
      ]}
    >
      <p>You do not have permission to see this page.</p>
    </MessagePage>
  )
}
