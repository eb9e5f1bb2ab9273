import { readContentArticles } from '../../../app/features/content/article-files.ts'

/** The pages whose texts come from `content/`. */
export const contentPaths = [
  '/',
  '/about',
  '/mission-values',
  '/team',
  '/partners/sage',
  '/partners/reu',
  '/contact',
  '/resources',
  '/support',
  '/data-protection-complaint',
  ...readContentArticles().map(({ path }) => path),
]
