import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { openMetrics } from '#app/platform/.server/observability/metrics.ts'
import { createMetricGaugeReader } from '#server/metrics.ts'

// The files that Prometheus and Grafana read: they name metrics and labels of ours, which must be there.

const operations = readFileSync('docs/operations.md', 'utf8')
const { groups } = parse(readFileSync('deploy/alerts.yaml', 'utf8')) as {
  groups: {
    rules: { alert: string; expr: string; labels: { severity: string }; annotations: { runbook: string } }[]
  }[]
}
const rules = groups.flatMap((group) => group.rules)
const { panels } = JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8')) as {
  panels: { title: string; targets: { expr: string }[] }[]
}
const queries = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
]

/** What Prometheus adds to each metric, and to those with buckets. */
const addedLabels = ['job', 'instance', 'le']

/** The labels of every metric of the product, by the names that queries know it by. */
async function readMetrics(): Promise<Map<string, string[]>> {
  const { registry } = await openMetrics()
  createMetricGaugeReader({ platform: {} as never, readPools: () => [] }, registry)
  const found = new Map<string, string[]>()
  for (const metric of registry.getMetricsAsArray()) {
    const { name, labelNames = [] } = metric as typeof metric & { labelNames?: string[] }
    const isHistogram = String(metric.type) === 'histogram'
    for (const ending of isHistogram ? ['_bucket', '_sum', '_count'] : ['']) found.set(name + ending, labelNames)
  }
  return found
}

// spec: watch.13
test.each(queries)('%s asks for metrics and labels that there are: %s', async (_, expr) => {
  const metrics = await readMetrics()
  const named = [...expr.matchAll(/\b((?:muster|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)]
  expect(named.length + Number(/^up\{/.test(expr))).toBeGreaterThan(0)
  for (const [, name = '', selector = ''] of named) {
    expect([...metrics.keys()]).toContain(name)
    const used = [...selector.matchAll(/(\w+)\s*(?:=~|!=|!~|=)/g)].map(([, label = '']) => label)
    expect([...(metrics.get(name) ?? []), ...addedLabels]).toEqual(expect.arrayContaining(used))
  }
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/,\s*/))
  const known = named.flatMap(([, name = '']) => metrics.get(name) ?? [])
  expect([...known, ...addedLabels]).toEqual(expect.arrayContaining(grouped))
})

// spec: watch.13
test('each alert has its own name and says in the runbook what to do', () => {
  const names = rules.map(({ alert }) => alert)
  expect(names.length).toBeGreaterThan(5)
  expect(new Set(names).size).toBe(names.length)
  const section = operations.slice(operations.indexOf('## Watching it'), operations.indexOf('## Several processes'))
  expect(rules.map(({ annotations }) => annotations.runbook)).toEqual(names.map(() => 'docs/operations.md#watching-it'))
  expect(names.filter((name) => !section.includes(`\n**${name}.** `))).toEqual([])
  const described = [...section.matchAll(/^\*\*(Muster\w+)\.\*\* /gm)].map(([, name]) => name)
  expect(described).toEqual(names)
})

test('each metric of ours is described, and shown or an alert', async () => {
  const own = [...(await readMetrics()).keys()].map((name) => name.replace(/_(bucket|sum|count)$/, ''))
  const ours = new Set(own.filter((name) => name.startsWith('muster_')))
  expect([...ours].filter((name) => !operations.includes(`\`${name}\``))).toEqual([])
  expect([...ours].filter((name) => !queries.some(([, expr]) => expr.includes(name)))).toEqual([])
})
