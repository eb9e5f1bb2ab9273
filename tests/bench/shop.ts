// npm run bench:shop -- [--orders 1000] [--seed N] [--seconds 8] [--write]
import { randomInt } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openMigratedPostgres } from '#app/platform/.server/database/database.ts'
import { startPostgres } from '../../scripts/services.mjs'
import { joinTestPlatform } from '../join-platform.ts'
import { openTestShop } from '../shop.ts'
import { makeBenchDatabase } from './bench-database.ts'
import { startBenchServer } from './bench-server.ts'
import { auditOrders } from './shop-audit.ts'
import { simulateOrders } from './shop-orders.ts'
import { planOrders } from './shop-plan.ts'
import { fillStore, type MeasuredRequest, measureRequests } from './shop-rates.ts'
import { listFaults, reportOrders, reportRequests } from './shop-report.ts'
import { writeReport } from './write-report.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    seconds: { type: 'string', default: '8' },
    write: { type: 'boolean', default: false },
  },
})
const [orders, seed, seconds] = [Number(values.orders), Number(values.seed), Number(values.seconds)]
const isAsked =
  Number.isInteger(orders) && orders >= 20 && Number.isInteger(seed) && seed >= 0 && seconds >= 1 && seconds <= 600
if (!isAsked) {
  console.error('Orders is a whole number from 20, the seed one from 0; seconds are from 1 to 600.')
  process.exit(1)
}

/** The samples the demo has, and as many as the store may grow to. */
const stores = [8, 40]
/** Short, as those who simulate orders wait for whoever does not answer. */
const patience = { printTimeoutMs: 250, paymentsPatience: { timeoutMs: 400, retries: 0 } }

const folder = mkdtempSync(join(tmpdir(), 'muster-bench-shop-'))
const postgres = (await startPostgres()) ?? process.exit(1)

try {
  console.error(`seed ${seed}`)
  const measured: MeasuredRequest[] = []
  for (const products of stores) measured.push(...(await measureStore(products)))
  console.error(`${orders} buyers`)
  const { report, faults } = await simulate()
  const machine = `Node ${process.version}, ${cpus().length} processors, ${Math.round(totalmem() / 2 ** 30)} GiB of memory.`
  const whole = [machine, reportRequests(measured), report].join('\n\n')
  console.log(`${whole}\n`)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
  if (values.write) writeReport('bench:shop', whole)
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measureStore(products: number): Promise<MeasuredRequest[]> {
  console.error(`reading ${products} products`)
  const database = await makeDatabase(`store_${products}`)
  try {
    const handle = await openMigratedPostgres(database.url)
    const store = await fillStore(handle, database.dataDir, products).finally(() => handle.close())
    const server = await startBenchServer(database.dataDir, database.url)
    console.error('measuring')
    return await measureRequests(server.url, store, seconds).finally(() => server.stop())
  } finally {
    await database.drop()
  }
}

async function simulate(): Promise<{ report: string; faults: string[] }> {
  const database = await makeDatabase('orders')
  const openPlatform = async () => joinTestPlatform(await openMigratedPostgres(database.url), database.dataDir)
  const shop = await openTestShop({ ...patience, openPlatform })
  try {
    const simulated = await simulateOrders(shop, planOrders(seed, orders), (done) => {
      if (done % 100 === 0) console.error(`${done} of ${orders}`)
    })
    const audit = await auditOrders(shop, simulated.buyers)
    return { report: reportOrders(seed, simulated, audit), faults: listFaults(simulated, audit) }
  } finally {
    await shop.close()
    await database.drop()
  }
}

/** An empty database of its own, with a folder beside it. */
async function makeDatabase(name: string): Promise<{ dataDir: string; url: string; drop: () => Promise<void> }> {
  const dataDir = join(folder, name)
  mkdirSync(dataDir)
  return { dataDir, ...(await makeBenchDatabase(postgres.url, `shop_${name}`)) }
}
