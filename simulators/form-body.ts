export type FormValue = string | FormValue[] | { [name: string]: FormValue }

/**
 * Parses a body such as `lines[0][name]=Mug&lines[0][quantity]=2` into objects, arrays (if all names are numbers) and strings.
 */
export function parseFormBody(text: string): { [name: string]: FormValue } {
  const root: Branch = new Map()
  for (const [key, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = key.split('[').map((part) => part.replace(/\]$/, ''))
    const path = [first, ...rest]
    const last = path.pop() ?? ''
    let branch = root
    for (const name of path) {
      const next = branch.get(name)
      const child: Branch = next instanceof Map ? next : new Map()
      branch.set(name, child)
      branch = child
    }
    // `names[]=a&names[]=b` is an array.
    branch.set(last === '' ? String(branch.size) : last, value)
  }
  return Object.fromEntries([...root].map(([name, value]) => [name, grow(value)]))
}

type Branch = Map<string, Branch | string>

function grow(value: Branch | string): FormValue {
  if (typeof value === 'string') return value
  const entries = [...value].map(([name, child]) => [name, grow(child)] as const)
  return entries.every(([name], index) => name === String(index))
    ? entries.map(([, child]) => child)
    : Object.fromEntries(entries)
}
