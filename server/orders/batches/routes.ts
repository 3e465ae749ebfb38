import type { consoleBatchEndpoints } from '#contract/orders/batches/api.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { requireStaffMayEditSku } from '#server/catalog/goods/public.ts'
import { setBatchDays, setSkuBatched } from '#server/catalog/inventory/public.ts'
import { formatRowEdit, lockOutEditorsAndRequireRowVersion, recordRowEdit } from '#server/platform/core/row-edits.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listBatchMovements, listBatchStock, requireBatch } from './list-batches.ts'

/** 批次: what lies of goods with best-before days, and where it went. */
export const consoleBatchHandlers: Handlers<typeof consoleBatchEndpoints> = {
  list: (input, { db, caller: { staffId }, moment }) => listBatchStock(db, input, { staffId, today: toShanghaiDay(moment.now) }),
  detail: ({ batchId }, { db, caller: { staffId }, moment }) => requireBatch(db, batchId, { staffId, today: toShanghaiDay(moment.now) }),
  movements: (input, { db, caller: { staffId } }) => listBatchMovements(db, input, staffId),
  setBatched: async ({ skuId, batched, rowVersion }, { caller: { staffId }, moment, write }) => {
    const row = { kind: 'skuBatched', key: skuId } as const
    await write(async (tx) => {
      await requireStaffMayEditSku(tx, { skuId, staffId })
      await lockOutEditorsAndRequireRowVersion(tx, { ...row, seen: rowVersion })
      const isNew = await setSkuBatched(tx, moment, { skuId, batched })
      if (isNew) await recordRowEdit(tx, moment, { ...row, staffId, what: batched ? '启用批次管理' : '停用批次管理' })
    })
    return null
  },
  setDays: async ({ skuId, batchId, bestBefore, madeOn, rowVersion }, { caller: { staffId }, moment, write }) => {
    const row = { kind: 'stockBatch', key: batchId } as const
    await write(async (tx) => {
      await requireStaffMayEditSku(tx, { skuId, staffId })
      await lockOutEditorsAndRequireRowVersion(tx, { ...row, seen: rowVersion })
      const before = await setBatchDays(tx, moment, { skuId, batchId, bestBefore, madeOn })
      const what = formatRowEdit({ bestBefore: '保质期至', madeOn: '生产日期' }, before, { bestBefore, madeOn })
      if (what !== '') await recordRowEdit(tx, moment, { ...row, staffId, what })
    })
    return null
  },
}
