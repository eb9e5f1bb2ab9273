import type { ReactNode } from 'react'
import { AdminNav } from './admin-nav.tsx'
import './admin.css'

interface AdminPageProps {
  title: string
  lead: string
  children: ReactNode
}

/** A page of the administration for admins only. */
export function AdminOnlyPageLayout({ title, lead, children }: AdminPageProps) {
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
