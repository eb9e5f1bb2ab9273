import { globSync, readFileSync } from 'node:fs'

/** The names of all forms: types hold them, so they are read from the code. */
export const formNames = [
  ...new Set(
    ['app/lib/form-names.ts', ...globSync('app/features/*/model.ts')]
      .flatMap((file) => /interface FormNamesByFeature \{([^}]*)\}/.exec(readFileSync(file, 'utf8'))?.[1] ?? [])
      .flatMap((names) => names.match(/(?<=')[a-z][a-z-]*(?=')/g) ?? []),
  ),
]
