/** All of `content/`, read and held against its schemas when the product is built (`vite.content.ts`). */
declare module 'virtual:content' {
  export const contents: import('./files.ts').Contents
}
