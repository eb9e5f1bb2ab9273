declare module 'virtual:first-script' {
  /** The path of the built file. */
  export const firstScript: string
}
