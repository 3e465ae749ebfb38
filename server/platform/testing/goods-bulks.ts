import type { GoodsBulkEditChange } from '#contract/catalog/goods-bulk/change.ts'
import type { GoodsBulkEdit } from '#contract/catalog/goods-bulk/shapes.ts'
import { runGoodsBulkEditForTimeSlice } from '#server/catalog/goods-bulk/public.ts'
import { createErrorLog } from '#server/platform/core/log.ts'
import type { Mall } from './mall.ts'
import type { TestUser } from './test-user.ts'

type PriceChange = Extract<GoodsBulkEditChange, { kind: 'price' }>

/** Raises prices by ten percent, or as given. */
export const buildPriceBulkChange = (given: Partial<PriceChange> = {}): PriceChange => ({
  kind: 'price',
  prices: 'both',
  direction: 'up',
  step: { by: 'percent', percent: 10 },
  rounding: 'fen',
  ...given,
})
export const buildAddTagsBulkChange = (...tags: string[]): GoodsBulkEditChange => ({ kind: 'tags', mode: 'add', tags })

/** Helpers for bulk edits of goods. The job that works on them is run by hand. */
export function createGoodsBulkEditor(mall: Mall, { api: { goodsBulk } }: TestUser) {
  const around = { db: mall.db, clock: () => mall.clock.now, log: createErrorLog() }
  const run = (id: string) => runGoodsBulkEditForTimeSlice(around, id)
  /** Runs the job until it asks for the time more often than this: it simulates a server that dies in the middle. */
  const runUntil = (id: string, times: number) => {
    let asked = 0
    const clock = () => {
      if (++asked > times) throw new Error('the server is gone')
      return mall.clock.now
    }
    return runGoodsBulkEditForTimeSlice({ ...around, clock }, id)
  }
  /** Runs the job until it has nothing left to do. */
  const settle = async (id: string): Promise<GoodsBulkEdit> => {
    for (;;) {
      const job = await goodsBulk.state({ id })
      if (!['trying', 'applying', 'undoing'].includes(job.state)) return job
      await run(id)
    }
  }
  const tries = async (goodsIds: string[], change: GoodsBulkEditChange) => settle((await goodsBulk.try({ goodsIds, change })).id)
  const applies = async ({ id, seen }: Pick<GoodsBulkEdit, 'id' | 'seen'>, confirmed = false) => {
    await goodsBulk.apply({ id, seen: seen ?? '', confirmed })
    return settle(id)
  }
  const undoes = async (id: string) => {
    await goodsBulk.undo({ id })
    return settle(id)
  }
  /** The result of each product, in the given order: 'changed', or 'refused: why'. */
  const resultsOf = async (id: string, goodsIds: readonly string[]) => {
    const { dataList } = await goodsBulk.rows({ id, pageSize: 100 })
    const byId = new Map(dataList.map(({ goodsId, result, reason }) => [goodsId, reason === '' ? result : `${result}: ${reason}`]))
    return goodsIds.map((goodsId) => byId.get(goodsId))
  }
  return { run, runUntil, settle, tries, applies, undoes, resultsOf }
}

/** Why a call was refused, or 'done'. */
export const awaitBulkRefusalText = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error) => `${error.reason} ${error.message}`,
  )
