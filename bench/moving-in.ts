// Measures how long companies of an older system take to move in, and how long a bare insert of their ledger takes.
import pg from 'pg'
import { formatMovingInTotal, type MovingInRun, type MovingInTotals, movingInTotals } from '#contract/operations/moving-in/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { createOldSystemCreditCode, type MovingInWorkbook, renderMovingInWorkbook } from '#server/platform/testing/moving-in-book.ts'
import { logInBenchStaff } from './catalog/bench-staff.ts'
import { findFreeLoopbackPort, type LoadDatabase, openLoadDatabase, startLoadServer } from './cluster.ts'
import { readDatabaseCpuMs } from './processes.ts'
import { createLoadWorld, LOAD_SECOND_STAFF_EMAIL, LOAD_STAFF_EMAIL, PASSWORD } from './world.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const LOOK_MS = 100
/** One evening: four hours. */
const EVENING_MS = 4 * 3_600_000
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

/** Three months of the past, the newest first, and a day of this month, in Shanghai. */
function pastMonths(now: Date): { months: string[]; today: string } {
  const today = new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
  const [year = 0, month = 0] = today.split('-').map(Number)
  const months = Array.from({ length: 3 }, (_, back) => new Date(Date.UTC(year, month - 2 - back, 1)).toISOString().slice(0, 7))
  return { months, today }
}

/** Companies with five members, three open statements, five drawdowns, a wallet, ten prices and three addresses each. */
function createBook(companies: number, skuCodes: readonly string[], now: Date): MovingInWorkbook {
  const { months, today } = pastMonths(now)
  const all = Array.from({ length: companies }, (_, at) => ({ at, code: `OLD-${at}` }))
  const each = (count: number, row: (company: { at: number; code: string }, of: number) => string[]) =>
    all.flatMap((company) => Array.from({ length: count }, (_, of) => row(company, of)))
  const prices = Math.min(10, skuCodes.length)
  return {
    公司: each(1, ({ at, code }) => [
      code,
      `压测旧矿业${at}有限公司`,
      createOldSystemCreditCode(at + 1),
      '企业认证',
      '旧系统已核验营业执照',
    ]),
    成员: each(5, ({ at, code }, of) => [code, `15${of}${String(at).padStart(8, '0')}`, `员工${of}`, of === 0 ? '主账号' : '子账号']),
    额度: each(1, ({ code }) => [code, '200000']),
    期初账单: each(3, ({ code }, of) => [code, months[of] ?? '', `${1_000 * (of + 1)}.50`]),
    未出账赊销: each(5, ({ code }, of) => [code, `DN-${of}`, today, '120.10', '截齿']),
    期初钱包: each(1, ({ code }) => [code, '8000.08']),
    价格表: each(prices, ({ code }, of) => [code, skuCodes[of] ?? '', '', '1.00']),
    地址: each(3, ({ code }, of) => [code, '王主管', '13700000001', '广东省深圳市南山区', `高新南一道 ${of + 1} 号`]),
  }
}

/** Copies the opening transfers into a table without indexes and keys, with one statement: the limit. */
async function insertBare(ownerUrl: string): Promise<{ ms: number; rows: number }> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('create temporary table bare (like ledger_transfer)')
    const begun = performance.now()
    const { rowCount } = await client.query(`insert into bare select * from ledger_transfer where kind like 'open%'`)
    return { ms: performance.now() - begun, rows: rowCount ?? 0 }
  } finally {
    await client.end()
  }
}

const readSkuCodes = async ({ ownerUrl }: LoadDatabase): Promise<string[]> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const { rows } = await client.query<{ code: string }>('select code from sku order by code limit 10')
  await client.end()
  return rows.map(({ code }) => code)
}

/** `npm run bench -- --moving-in`: a file of that many companies, from the upload to the last company, by two people over HTTP. */
export async function benchMovingIn(companies: number): Promise<void> {
  const database = await openLoadDatabase()
  try {
    const world = await createLoadWorld({ url: database.appUrl, secret: database.secret, buyers: 1, skus: 10, stock: 1 })
    await world.database.close()
    const server = await startLoadServer({ database, port: await findFreeLoopbackPort() })
    const [first, second] = [
      await logInBenchStaff(server.base, { email: LOAD_STAFF_EMAIL, pwd: PASSWORD }),
      await logInBenchStaff(server.base, { email: LOAD_SECOND_STAFF_EMAIL, pwd: PASSWORD }),
    ]
    const bytes = await renderMovingInWorkbook(createBook(companies, await readSkuCodes(database), new Date()))
    const timed = async <T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> => {
      const begun = performance.now()
      return { result: await work(), ms: performance.now() - begun }
    }
    const settle = async (id: string): Promise<MovingInRun> => {
      for (;;) {
        const run = await first.movingIn.state({ id })
        if (run.state !== 'trying' && run.state !== 'applying') return run
        await pause(LOOK_MS)
      }
    }
    const upload = await timed(() => first.movingIn.try({ fileName: '迁入.xlsx' }, { file: new Blob([new Uint8Array(bytes)]) }))
    const { id } = upload.result
    const trial = await timed(() => settle(id))
    const { totals, seen, counts } = trial.result
    if (!totals || counts.ready !== companies) {
      const faults = (await first.movingIn.companies({ id, result: 'refused', pageSize: 1 })).dataList
      throw new Error(`${counts.ready} of ${companies} companies are ready: ${JSON.stringify(faults)}`)
    }
    await first.movingIn.sums({ id, ...totals, rowVersion: 0 })
    await first.movingIn.submit({ id, seen: seen ?? '' })
    const cpu = readDatabaseCpuMs(database.postgres.pid)
    const move = await timed(async () => {
      await second.movingIn.approve({ id, seen: seen ?? '', pwd: PASSWORD })
      return settle(id)
    })
    const used = readDatabaseCpuMs(database.postgres.pid) - cpu
    if (move.result.counts.moved !== companies) throw new Error(`moved: ${JSON.stringify(move.result.counts)}`)
    const bare = await insertBare(database.ownerUrl)
    const total = upload.ms + trial.ms + move.ms
    print(
      `${companies} companies, ${(bytes.length / 1024 / 1024).toFixed(1)} MB: upload ${seconds(upload.ms)}, trial ${seconds(trial.ms)}, move ${seconds(move.ms)}`,
    )
    print(`a company ${(move.ms / companies).toFixed(1)} ms, of it the database ${(used / companies).toFixed(1)} ms of CPU`)
    print(`all ${seconds(total)}: ${((100 * total) / EVENING_MS).toFixed(1)} % of an evening of four hours`)
    print(`${bare.rows} opening transfers inserted bare ${seconds(bare.ms)}; the move takes ${(move.ms / bare.ms).toFixed(0)} times that`)
    print(
      `in the books: ${
        move.result.moved &&
        keysOf(movingInTotals)
          .map((of) => `${movingInTotals[of].label} ${formatMovingInTotal(of, move.result.moved as MovingInTotals)}`)
          .join('，')
      }`,
    )
    await server.stop()
  } finally {
    database.close()
    database.remove()
  }
}
