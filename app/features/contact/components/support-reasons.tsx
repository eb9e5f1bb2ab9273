import { HeadedPoints } from '#app/ui/points.tsx'

/** Reasons to support Muster. */
export function SupportMusterReasonsSection({ reasons }: { reasons: { title: string; text: string }[] }) {
  return (
    <section aria-labelledby="does">
      <h2 id="does">What your support does</h2>
      <HeadedPoints points={reasons} columns={1} />
    </section>
  )
}
