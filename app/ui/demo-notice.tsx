import { Notice } from '#app/ui/notice.tsx'

/** The notice that the shop is a demo. */
export function DemoShopNotice() {
  return (
    <Notice tone="waiting">
      <p>
        <strong>This shop is a demo.</strong> Its products are samples: nothing is printed, sent or paid for.
      </p>
    </Notice>
  )
}
