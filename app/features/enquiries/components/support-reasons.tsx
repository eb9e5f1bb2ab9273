/** What support does, in a few points. */
export function SupportReasons({ reasons }: { reasons: { title: string; text: string }[] }) {
  return (
    <section className="wrap section" aria-labelledby="does">
      <h2 id="does">What your support does</h2>
      <ul className="support-reasons">
        {reasons.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
