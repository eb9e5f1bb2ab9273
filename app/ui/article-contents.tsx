import './article.css'
/** The table of contents of a long text. */
export function ArticleTableOfContents({ sections }: { sections: { id: string; title: string }[] }) {
  return (
    <nav className="article-contents" aria-labelledby="contents">
      <h2 id="contents">On this page</h2>
      <ul>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
