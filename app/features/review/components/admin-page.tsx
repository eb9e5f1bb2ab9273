import type { ReactNode } from 'react'
import { AdminNav } from './admin-nav.tsx'
import './admin.css'

interface AdminPageProps {
  title: string
  lead: string
  children: ReactNode
}

/** One of the pages beside the queue, which admins alone have. */
export function AdminPage({ title, lead, children }: AdminPageProps) {
  return (
    <>
      <AdminNav isAdmin />
      <div className="wrap admin-page">
        <div className="admin-page-head">
          <h1>{title}</h1>
          <p className="lead">{lead}</p>
        </div>
        {children}
      </div>
    </>
  )
}
