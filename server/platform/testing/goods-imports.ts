import type { GoodsImportMode } from '#contract/catalog/goods-import/shapes.ts'
import { runGoodsImportForTimeSlice } from '#server/catalog/goods-import/public.ts'
import { createErrorLog } from '#server/platform/core/log.ts'
import type { Mall } from './mall.ts'
import type { TestUser } from './test-user.ts'
import { toBlob } from './uploads.ts'

interface Options {
  mode?: GoodsImportMode
  clearEmpty?: 'yes'
  fileName?: string
}

/** Helpers for imports of goods. The job that works on them is run by hand. */
export function createGoodsImporter(mall: Mall, { api: { goodsImport } }: TestUser) {
  const around = { db: mall.db, clock: () => mall.clock.now, log: createErrorLog(), files: mall.services.files }
  const run = (id: string) => runGoodsImportForTimeSlice(around, id)
  /** Runs the job until it asks for the time more often than this: it simulates a server that dies in the middle. */
  const runUntil = (id: string, times: number) => {
    let asked = 0
    const clock = () => {
      if (++asked > times) throw new Error('the server is gone')
      return mall.clock.now
    }
    return runGoodsImportForTimeSlice({ ...around, clock }, id)
  }
  /** Runs the job until it has nothing left to do. */
  const settle = async (id: string) => {
    for (;;) {
      const job = await goodsImport.state({ id })
      if (job.state !== 'trying' && job.state !== 'applying') return job
      await run(id)
    }
  }
  const uploads = (bytes: Uint8Array, { mode = 'both', fileName = '商品.csv', ...more }: Options = {}) =>
    goodsImport.try({ fileName, mode, ...more }, { file: toBlob(bytes, 'text/csv') })
  const tries = async (bytes: Uint8Array, options: Options = {}) => settle((await uploads(bytes, options)).id)
  const applies = async ({ id, seen }: { id: string; seen: string | null }, { confirmed = false } = {}) => {
    await goodsImport.apply({ id, seen: seen ?? '', confirmed })
    return settle(id)
  }
  /** The problems, as '3 现金价：金额格式不正确 → suggestion'. */
  const faultsOf = async (id: string) =>
    (await goodsImport.rows({ id, pageSize: 100 })).dataList.flatMap(({ row, faults }) =>
      faults.map(({ column, reason, suggestion }) => `${row} ${column}：${reason}${suggestion === '' ? '' : ` → ${suggestion}`}`),
    )
  const resultsOf = async (id: string) => (await goodsImport.rows({ id, pageSize: 100 })).dataList.map(({ result }) => result)
  return { run, runUntil, settle, uploads, tries, applies, faultsOf, resultsOf }
}

/** A CSV of rows, with quotes where they are needed. */
export const toCsv = (...rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(
    `\uFEFF${rows.map((row) => row.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')).join('\r\n')}\r\n`,
  )
