// Measures the time and the memory of an import of goods, and the time of a bare insert of the same rows.
import pg from 'pg'
import { findFreeLoopbackPort, type LoadDatabase, type LoadServer, startLoadServer } from '#bench/cluster.ts'
import { readDatabaseCpuMs, readProcessCpuMs } from '#bench/processes.ts'
import type { GoodsImport } from '#contract/catalog/goods-import/shapes.ts'
import type { BenchStaff } from './bench-staff.ts'
import type { CatalogFixtures } from './catalog-fixtures.ts'
import { createImportFile, type ImportFile } from './files.ts'
import { openDebugger } from './live-heap.ts'
import { type MemoryWatchResult, measureProcessMemoryDuring } from './memory.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const LOOK_MS = 100
/** The promised limits for 30,000 rows. */
const PROMISE_MS = 300_000
const PROMISED_ROWS = 30_000

async function settle({ goodsImport }: BenchStaff, id: string): Promise<GoodsImport> {
  for (;;) {
    const job = await goodsImport.state({ id })
    if (job.state !== 'trying' && job.state !== 'applying') return job
    await pause(LOOK_MS)
  }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`.padStart(8)
const memory = ({ before, peak, after }: MemoryWatchResult<unknown>): string =>
  `RSS ${before.toFixed(0)} MB before, ${peak.toFixed(0)} at most, ${after.toFixed(0)} after`

/** Copies the rows that an import has written into tables without indexes and keys, each with one statement: the limit. */
async function insertBare(ownerUrl: string, pattern: string): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const chosen = 'select id from goods where slug like $1'
  const parts: [table: string, where: string][] = [
    ['goods', 'id'],
    ['sku', 'goods_id'],
    ['goods_attribute', 'goods_id'],
    ['goods_version', 'goods_id'],
    ['goods_search', 'goods_id'],
  ]
  try {
    for (const [table] of parts) await client.query(`create temporary table bare_${table} (like ${table} including generated)`)
    const begun = performance.now()
    for (const [table, where] of parts) {
      const { rows } = await client.query(
        `select string_agg(quote_ident(column_name), ',') as names from information_schema.columns where table_name = $1 and is_generated = 'NEVER'`,
        [table],
      )
      const { names } = rows[0] as { names: string }
      await client.query(`insert into bare_${table} (${names}) select ${names} from ${table} where ${where} in (${chosen})`, [pattern])
    }
    return performance.now() - begun
  } finally {
    await client.end()
  }
}

interface Measured {
  database: LoadDatabase
  server: LoadServer
  staff: BenchStaff
}

async function importFile({ database, server, staff }: Measured, file: ImportFile, name: string) {
  const blob = new Blob([new Uint8Array(file.bytes)], { type: 'text/csv' })
  const pid = server.pid()
  const watch = async <T>(work: () => Promise<T>) => {
    const [own, base] = [readProcessCpuMs(pid), readDatabaseCpuMs(database.postgres.pid)]
    const watched = await measureProcessMemoryDuring(pid, work)
    return { ...watched, cpu: { server: readProcessCpuMs(pid) - own, database: readDatabaseCpuMs(database.postgres.pid) - base } }
  }
  const upload = await watch(() => staff.goodsImport.try({ fileName: name, mode: 'both' }, { file: blob }))
  const trial = await watch(() => settle(staff, upload.result.id))
  const apply = await watch(async () => {
    await staff.goodsImport.apply({ id: trial.result.id, seen: trial.result.seen ?? '', confirmed: true })
    return settle(staff, trial.result.id)
  })
  const { counts } = apply.result
  if (counts.applied !== file.rows) throw new Error(`${counts.applied} of ${file.rows} rows were written: ${JSON.stringify(counts)}`)
  const steps = { upload, trial, apply }
  const all = Object.values(steps)
  return {
    steps,
    total: all.reduce((sum, { ms }) => sum + ms, 0),
    /** The CPU of the server and the database together. Other processes of the machine do not count. */
    cpu: all.reduce((sum, { cpu }) => sum + cpu.server + cpu.database, 0),
  }
}

/** How much larger the server's heap may be during a large file than during a small one. */
const RISE_MB = 20
const SMALL_ROWS = 3_000

/** Imports new goods, and then other prices for all of them. */
export async function benchGoodsImportSpeed(
  measured: Measured,
  ground: CatalogFixtures,
  { first, rows }: { first: number; rows: number },
): Promise<void> {
  for (const [name, raised] of [
    ['new goods', 0],
    ['other prices', 100],
  ] as const) {
    const file = createImportFile(ground, { first, rows, raised })
    print(`(i) import of ${file.rows} rows, ${file.goods} goods, ${(file.bytes.length / 1e6).toFixed(1)} MB: ${name}`)
    const { steps, cpu, total } = await importFile(measured, file, `${name}.csv`)
    for (const [step, watched] of Object.entries(steps)) {
      const perSecond = `${((file.rows * 1_000) / watched.ms).toFixed(0)} rows/s`.padStart(12)
      const each = (ms: number) => `${(ms / file.goods).toFixed(2)} ms`
      print(
        `    ${step.padEnd(6)} ${seconds(watched.ms)} ${perSecond}   ${memory(watched)}   ` +
          `for each of the goods ${each(watched.ms)}, CPU server ${each(watched.cpu.server)}, database ${each(watched.cpu.database)}`,
      )
    }
    const bare = raised === 0 ? await insertBare(measured.database.ownerUrl, 'BG-%') : undefined
    if (bare !== undefined) print(`    bare insert of the same rows ${seconds(bare)}   apply / bare ${(steps.apply.ms / bare).toFixed(1)}`)
    const promised = (PROMISE_MS * file.rows) / PROMISED_ROWS
    print(
      `    in all ${seconds(total)}, of which the processors worked ${seconds(cpu).trim()} ` +
        `  ≤ ${seconds(promised).trim()} ${total <= promised ? 'kept' : 'BROKEN'}`,
    )
  }
}

/**
 * Compares the server's heap during an import of few rows and of many. Both change existing goods, so that the catalog in memory keeps its
 * size. The resident memory is less useful, because it includes memory that the engine has not returned yet.
 */
export async function benchImportMemory(
  { database }: { database: LoadDatabase },
  ground: CatalogFixtures,
  { rows, staffOf }: { rows: number; staffOf: (base: string) => Promise<BenchStaff> },
): Promise<void> {
  const port = await findFreeLoopbackPort()
  const env = { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` }
  const server = await startLoadServer({ database, port: await findFreeLoopbackPort(), env })
  const staff = await staffOf(server.base)
  const debug = await openDebugger(port)
  const importOf = async (count: number, raised: number) => {
    const file = createImportFile(ground, { first: 0, rows: count, raised })
    const watched = await debug.watch(() => importFile({ database, server, staff }, file, `${count}.csv`))
    print(`    ${String(file.rows).padStart(6)} rows   held ${watched.before.toFixed(0)} MB before, ${watched.peak.toFixed(0)} MB at most`)
    return watched.peak - watched.before
  }
  print('(v) what the server holds during an import, after a collection')
  // The first one compiles the code and reads the catalog.
  await importOf(SMALL_ROWS, 200)
  const small = await importOf(SMALL_ROWS, 300)
  const large = await importOf(rows, 400)
  print(
    `    a rise of ${small.toFixed(1)} MB for few rows, ${large.toFixed(1)} MB for many   ` +
      `≤ ${RISE_MB} MB more ${large - small <= RISE_MB ? 'kept' : 'BROKEN'}`,
  )
  debug.close()
  await server.stop()
}
