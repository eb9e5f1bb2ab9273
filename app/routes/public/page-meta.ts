import type { MetaDescriptor } from 'react-router'
import { pageMeta } from '#app/lib/page-meta.ts'

/** Meta tags of a page without a picture of its own. */
export function plainPageMeta(
  path: string,
  { title, description, publicUrl = '' }: { title: string; description: string; publicUrl: string | undefined },
): MetaDescriptor[] {
  return pageMeta({
    title,
    description,
    canonical: `${publicUrl}${path}`,
    picture: {
      url: `${publicUrl}/picture.png`,
      alt: 'Muster, the directory of verified veteran-owned businesses',
    },
  })
}
