import { Link } from 'react-router'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { statisticsPath } from '../schema.ts'

/** Stops the monthly email of whoever has the link. */
export function StopEmailPage({ isOn }: { isOn: boolean }) {
  return (
    <div className="wrap section">
      <h1>Monthly email</h1>
      {isOn ? (
        <>
          <p className="lead">Once a month we email you how often the page of your business was seen and found.</p>
          <ButtonForm name="stop-email" submit="Stop this email" busy="Stopping..." />
        </>
      ) : (
        <p className="lead" role="status">
          It is stopped: we will not send you this email again. You can start it beside{' '}
          <Link to={statisticsPath}>your statistics</Link>.
        </p>
      )}
    </div>
  )
}
