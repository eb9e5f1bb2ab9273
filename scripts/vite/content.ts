import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { readContentArticles } from '../../app/features/content/article-files.ts'
import { contentYamlFileSchemas } from '../../app/features/content/files.ts'
import { ContentFileError, parseAndValidateYaml } from '../../app/lib/compile-yaml.ts'

const folder = fileURLToPath(new URL('../../content/', import.meta.url))
const name = 'virtual:content'

/** Makes the module `virtual:content` from the files in `content/`; a mistake in one of them fails the build. */
export function content(): Plugin {
  return {
    name: 'content',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load(id) {
      if (id !== `\0${name}`) return null
      const read = (file: string) => {
        this.addWatchFile(`${folder}${file}`)
        if (!existsSync(`${folder}${file}`)) throw new ContentFileError(`content/${file} is missing`)
        return readFileSync(`${folder}${file}`, 'utf8')
      }
      const contents = Object.fromEntries([
        ...Object.entries(contentYamlFileSchemas).map(([file, schema]) => [
          file,
          parseAndValidateYaml(`content/${file}`, read(file), schema),
        ]),
        ['articles', readContentArticles()],
      ])
      for (const file of globSync(`${folder}*.md`)) this.addWatchFile(file)
      return `export const contents = ${JSON.stringify(contents)}`
    },
  }
}
