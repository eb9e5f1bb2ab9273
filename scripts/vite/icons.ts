import type { Plugin } from 'vite'

const modules = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]/

/**
 * Of the icons' package only the drawings: `Icon` writes their shapes itself, and the package's components for it would be a part of every
 * screen's scripts. So would what an icon is called, and the keys of its shapes, random letters that do not compress.
 */
export function iconDrawings(): Plugin {
  return {
    name: 'icon-drawings',
    apply: 'build',
    transform: {
      filter: { id: modules },
      handler(code, id) {
        if (/[\\/]createLucideIcon\.mjs$/.test(id)) {
          return { code: 'export default (icon) => ({ render: () => ({ props: { icon } }) })', map: null }
        }
        if (!/[\\/]icons[\\/][\w-]+\.mjs$/.test(id)) return null
        const drawing = code
          .replace(/^ {2}(name|size): .*,$/gm, '')
          .replace(/,\s*aliases: \[[^\]]*\]/, '')
          .replace('__iconData.node;', '')
          .replace(/, key: "\w+"/g, '')
        return { code: drawing, map: null }
      },
    },
  }
}
