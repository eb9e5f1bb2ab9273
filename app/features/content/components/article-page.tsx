import type { ReactNode } from 'react'
import { formatDate } from '#app/lib/dates.ts'
import { ArticleTableOfContents } from '#app/ui/article-contents.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import type { ContentArticle } from '../schema.ts'
import '#app/ui/article.css'

interface ArticlePageProps {
  article: ContentArticle
  /** The heading and its id. */
  first?: { id: string; title: string; content: ReactNode }
}

/** A long text with a table of contents at the side. */
export function ContentArticlePage({ article, first }: ArticlePageProps) {
  const { title, summary, updated, note, html, sections } = article
  return (
    <>
      <PageHead title={title} lead={summary}>
        <p className="article-date">
          Last updated <time dateTime={updated}>{formatDate(new Date(updated))}</time>
        </p>
      </PageHead>
      <div className="wrap article">
        <ArticleTableOfContents sections={[...(first ? [first] : []), ...sections]} />
        <div className="article-body">
          {note && (
            <Notice tone="waiting">
              <p>{note}</p>
            </Notice>
          )}
          {first && (
            <section className="card article-first" aria-labelledby={first.id}>
              <h2 id={first.id}>{first.title}</h2>
              {first.content}
            </section>
          )}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by us from Markdown, in which HTML is text */}
          <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
        </div>
      </div>
    </>
  )
}
