/** All of `content/`, read and validated when the product is built (`scripts/vite/content.ts`). */
declare module 'virtual:content' {
  export const contents: import('./files.ts').SiteContents
}
