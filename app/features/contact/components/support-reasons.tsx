import { Points } from '#app/ui/points.tsx'

/** Reasons to support Muster. */
export function SupportReasons({ reasons }: { reasons: { title: string; text: string }[] }) {
  return (
    <section aria-labelledby="does">
      <h2 id="does">What your support does</h2>
      <Points points={reasons} columns={1} />
    </section>
  )
}
