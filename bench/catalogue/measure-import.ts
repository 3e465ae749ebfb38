// How long an import of goods takes, what it costs in memory, and what a bare insert of the same rows takes.
import pg from 'pg'
import { databaseCpu, type LoadDatabase, type LoadServer, serverCpu } from '#bench/cluster.ts'
import type { GoodsImport } from '#contract/catalog/goods-import/shapes.ts'
import { createImportFile, type ImportFile } from './files.ts'
import type { CatalogueGround } from './ground.ts'
import { type Watched, watchMemory } from './memory.ts'
import type { BenchStaff } from './person.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const LOOK_MS = 100
/** What the seller's side promises for 30,000 rows. */
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
const memory = ({ before, peak, after }: Watched<unknown>): string =>
  `RSS ${before.toFixed(0)} MB before, ${peak.toFixed(0)} at most, ${after.toFixed(0)} after`

/** Copies what an import has written into tables without indexes and keys, each with one statement: the limit. */
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
  const upload = await watchMemory(pid, () => staff.goodsImport.try({ fileName: name, mode: 'both' }, { file: blob }))
  const trial = await watchMemory(pid, () => settle(staff, upload.result.id))
  const [own, base] = [serverCpu(pid), databaseCpu(database.postgres.pid)]
  const apply = await watchMemory(pid, async () => {
    await staff.goodsImport.apply({ id: trial.result.id, seen: trial.result.seen ?? '', confirmed: true })
    return settle(staff, trial.result.id)
  })
  const cpu = { server: serverCpu(pid) - own, database: databaseCpu(database.postgres.pid) - base }
  const { counts } = apply.result
  if (counts.applied !== file.rows) throw new Error(`${counts.applied} of ${file.rows} rows were written: ${JSON.stringify(counts)}`)
  return { upload, trial, apply, cpu, total: upload.ms + trial.ms + apply.ms }
}

/** How far the memory may rise above what it is after an import of a few rows. */
const RISE_MB = 60
const WARM_UP_ROWS = 3_000
const SETTLE_MS = 3_000

/** Imports a small file, and returns what the server takes afterwards, in MB. It has read, tried and written everything once. */
async function warmUp(measured: Measured, ground: CatalogueGround, first: number): Promise<number> {
  await importFile(measured, createImportFile(ground, { first, rows: WARM_UP_ROWS }), 'warm-up.csv')
  return (await watchMemory(measured.server.pid(), () => pause(SETTLE_MS))).after
}

/** Goods of the warm-up have numbers that no other file has. */
const WARM_UP_FIRST = 900_000

/** Imports new goods, and then other prices for all of them. */
export async function benchImport(
  measured: Measured,
  ground: CatalogueGround,
  { first, rows }: { first: number; rows: number },
): Promise<void> {
  const idle = await warmUp(measured, ground, WARM_UP_FIRST)
  for (const [name, raised] of [
    ['new goods', 0],
    ['other prices', 100],
  ] as const) {
    const file = createImportFile(ground, { first, rows, raised })
    say(`(i) import of ${file.rows} rows, ${file.goods} goods, ${(file.bytes.length / 1e6).toFixed(1)} MB: ${name}`)
    const { upload, trial, apply, cpu, total } = await importFile(measured, file, `${name}.csv`)
    const perSecond = (ms: number) => `${((file.rows * 1_000) / ms).toFixed(0)} rows/s`.padStart(12)
    say(`    upload ${seconds(upload.ms)} ${perSecond(upload.ms)}   ${memory(upload)}`)
    say(`    trial  ${seconds(trial.ms)} ${perSecond(trial.ms)}   ${memory(trial)}`)
    const each = (ms: number) => (ms / file.goods).toFixed(2)
    say(
      `    apply  ${seconds(apply.ms)} ${perSecond(apply.ms)}   ${memory(apply)}   ` +
        `for each of the goods ${each(apply.ms)} ms, CPU server ${each(cpu.server)} ms, database ${each(cpu.database)} ms`,
    )
    const bare = raised === 0 ? await insertBare(measured.database.ownerUrl, 'BG-%') : undefined
    if (bare !== undefined) say(`    bare insert of the same rows ${seconds(bare)}   apply / bare ${(apply.ms / bare).toFixed(1)}`)
    const promised = (PROMISE_MS * file.rows) / PROMISED_ROWS
    say(`    in all ${seconds(total)}   ≤ ${seconds(promised).trim()} ${total <= promised ? 'kept' : 'BROKEN'}`)
    const rise = Math.max(upload.peak, trial.peak, apply.peak) - idle
    say(
      `    memory ${idle.toFixed(0)} MB after an import of ${WARM_UP_ROWS} rows, at most ${rise.toFixed(0)} MB more   ` +
        `≤ ${RISE_MB} MB ${rise <= RISE_MB ? 'kept' : 'BROKEN'}`,
    )
  }
}
