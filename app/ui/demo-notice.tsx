import { Notice } from '#app/ui/notice.tsx'

/** Said where the providers are simulators. */
export function DemoNotice() {
  return (
    <Notice tone="waiting">
      <p>
        <strong>This shop is a demo.</strong> Its products are samples: nothing is printed, sent or paid for.
      </p>
    </Notice>
  )
}
