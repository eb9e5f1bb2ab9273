import { readFileSync } from 'node:fs'

/** A line of a list in `tests/world/words/`: what somebody typed, and the columns with what is right. */
export interface Case {
  typed: string
  right: string[]
}

/** Reads a list: columns are parted by ` -> `, `\u200b` stands for the character, ` <- ` begins the address of a report. */
export function readCases(file: string): Case[] {
  return readFileSync(new URL(`words/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const columns = line.split(' <- ')[0]?.split(' -> ') ?? []
      const [typed = '', ...right] = columns.map((column) =>
        column.replace(/\\u([\da-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
      )
      return { typed, right }
    })
}
