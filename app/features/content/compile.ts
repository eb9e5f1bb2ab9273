import GithubSlugger from 'github-slugger'
import MarkdownIt from 'markdown-it'
import { ContentFileError, parseAndValidateYaml } from '#app/lib/compile-yaml.ts'
import { type ContentArticle, contentArticleFrontMatterSchema } from './schema.ts'

/** HTML in the text is escaped, and a link that would run a script is not rendered. */
const markdown = new MarkdownIt({ html: false, typographer: false })
// A wide table scrolls in a focusable region, which is labelled by the heading above it.
markdown.renderer.rules.table_open = (tokens, index) =>
  `<section class="table-region" aria-label="${markdown.utils.escapeHtml(tokens[index]?.info ?? '')}" tabindex="0"><table class="table">\n`
markdown.renderer.rules.table_close = () => '</table></section>\n'
// So does code, whose lines are not broken.
markdown.renderer.rules.fence = (tokens, index) => {
  const { escapeHtml } = markdown.utils
  const label = escapeHtml(String(tokens[index]?.meta?.heading ?? ''))
  const code = escapeHtml(tokens[index]?.content ?? '')
  return `<section class="code-region" aria-label="${label}" tabindex="0"><pre><code>${code}</code></pre></section>\n`
}

/**
 * Parses a Markdown text with YAML front matter. Headings begin at level 2, because the title is level 1.
 * @throws ContentFileError
 */
export function compileContentArticle(file: string, text: string): ContentArticle {
  const [, head, body] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text) ?? []
  if (head === undefined || body === undefined) {
    throw new ContentFileError(`${file}:1 must begin with a head between two lines of ---`)
  }
  const about = parseAndValidateYaml(file, head, contentArticleFrontMatterSchema, 2)
  const bodyLine = head.split('\n').length + 3
  const tokens = markdown.parse(body, {})
  const slugs = new GithubSlugger()
  const sections: ContentArticle['sections'] = []
  let heading = about.title
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'table_open') token.info = heading
    if (token.type === 'fence') token.meta = { heading }
    if (token.type !== 'heading_open') continue
    if (token.tag === 'h1') {
      throw new ContentFileError(
        `${file}:${(token.map?.[0] ?? 0) + bodyLine} headings begin with ##: the title is the first`,
      )
    }
    const title = tokens[index + 1]?.children?.map(({ content }) => content).join('') ?? ''
    heading = title
    const id = slugs.slug(title)
    token.attrSet('id', id)
    if (token.tag === 'h2') sections.push({ id, title })
  }
  return { ...about, html: markdown.renderer.render(tokens, markdown.options, {}), sections }
}
