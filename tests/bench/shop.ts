// npm run bench:shop -- [--engines pglite,postgresql] [--orders 1000] [--seed N] [--seconds 8] [--write]
import { randomInt } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type DatabaseHandle, openEmbeddedDatabase, openPostgres } from '#app/platform/.server/database.ts'
import { startPostgres } from '../../scripts/services.mjs'
import { joinTestPlatform } from '../join-platform.ts'
import { withDatabase, withMaintenance } from '../postgres.ts'
import { openTestShop } from '../shop.ts'
import { startBenchServer } from './bench-server.ts'
import { auditOrders } from './shop-audit.ts'
import { simulateOrders } from './shop-orders.ts'
import { planOrders } from './shop-plan.ts'
import { fillStore, type MeasuredRequest, measureRequests } from './shop-rates.ts'
import { listFaults, reportOrders, reportRequests } from './shop-report.ts'
import { writeReport } from './write-report.ts'

const { values } = parseArgs({
  options: {
    engines: { type: 'string', default: 'pglite,postgresql' },
    orders: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    seconds: { type: 'string', default: '8' },
    write: { type: 'boolean', default: false },
  },
})
const engines = values.engines.split(',')
const [orders, seed, seconds] = [Number(values.orders), Number(values.seed), Number(values.seconds)]
const isAsked =
  Number.isInteger(orders) && orders >= 20 && Number.isInteger(seed) && seed >= 0 && seconds >= 1 && seconds <= 600
if (!engines.every((engine) => engine === 'pglite' || engine === 'postgresql') || !isAsked) {
  console.error(
    'Engines are pglite and postgresql; orders is a whole number from 20, the seed one from 0; seconds are from 1 to 600.',
  )
  process.exit(1)
}

/** The samples the demo has, and as many as the store may grow to. */
const stores = [8, 40]
/** Short, as those who simulate orders wait for whoever does not answer. */
const patience = { printTimeoutMs: 250, paymentsPatience: { timeoutMs: 400, retries: 0 } }

const folder = mkdtempSync(join(tmpdir(), 'muster-bench-shop-'))
const postgres = engines.includes('postgresql') ? await startPostgres() : null
if (engines.includes('postgresql') && !postgres) process.exit(1)

try {
  console.error(`seed ${seed}`)
  for (const engine of engines) {
    const measured: MeasuredRequest[] = []
    for (const products of stores) measured.push(...(await measureStore(engine, products)))
    console.error(`${engine}: ${orders} buyers`)
    const { report, faults } = await simulate(engine)
    const machine = `Node ${process.version}, ${cpus().length} processors, ${Math.round(totalmem() / 2 ** 30)} GiB of memory.`
    const whole = [`### ${engine}`, machine, reportRequests(measured), report].join('\n\n')
    console.log(`${whole}\n`)
    for (const fault of faults) console.error(fault)
    if (faults.length > 0) process.exitCode = 1
    if (values.write) writeReport(`bench:shop ${engine}`, whole)
  }
} finally {
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measureStore(engine: string, products: number): Promise<MeasuredRequest[]> {
  console.error(`${engine}: reading ${products} products`)
  const database = await makeDatabase(engine, `store_${products}`)
  try {
    const handle = await database.open()
    const store = await fillStore(handle, database.dataDir, products).finally(() => handle.close())
    const server = await startBenchServer(database.dataDir, database.url)
    console.error(`${engine}: measuring`)
    return await measureRequests(server.url, store, seconds).finally(() => server.stop())
  } finally {
    await database.drop()
  }
}

async function simulate(engine: string): Promise<{ report: string; faults: string[] }> {
  const database = await makeDatabase(engine, 'orders')
  const openPlatform = async () => joinTestPlatform(await database.open(), database.dataDir)
  const shop = await openTestShop({ ...patience, openPlatform })
  try {
    const simulated = await simulateOrders(shop, planOrders(seed, orders), (done) => {
      if (done % 100 === 0) console.error(`${engine}: ${done} of ${orders}`)
    })
    const audit = await auditOrders(shop, simulated.buyers)
    return { report: reportOrders(seed, simulated, audit), faults: listFaults(simulated, audit) }
  } finally {
    await shop.close()
    await database.drop()
  }
}

interface BenchDatabase {
  dataDir: string
  /** Null for the embedded one. */
  url: string | null
  open: () => Promise<DatabaseHandle>
  drop: () => Promise<void>
}

/** An empty database of its own, with a folder beside it. */
async function makeDatabase(engine: string, name: string): Promise<BenchDatabase> {
  const dataDir = join(folder, `${engine}-${name}`)
  mkdirSync(dataDir)
  if (engine === 'pglite') {
    return { dataDir, url: null, open: () => openEmbeddedDatabase(dataDir), drop: async () => undefined }
  }
  if (!postgres) throw new Error('there is no PostgreSQL server')
  const made = `bench_shop_${name}_${process.pid}`
  await withMaintenance(postgres.url, (client) => client.query(`CREATE DATABASE ${made}`))
  const url = withDatabase(postgres.url, made)
  const drop = async () => {
    await withMaintenance(postgres.url, (client) => client.query(`DROP DATABASE ${made} WITH (FORCE)`))
  }
  return { dataDir, url, open: () => openPostgres(url), drop }
}
