import { consolePurchaseOrderEndpoints } from '#contract/catalog/purchase-orders/api.ts'
import type { consoleStockCountEndpoints } from '#contract/catalog/stock-counts/api.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { recordFileImport } from '#server/platform/core/audit.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { parseSkuCodes } from './choose-skus.ts'
import { approveStockCount, cancelStockCount, rejectStockCount, submitStockCount } from './decide-stock-count.ts'
import { enterCounts, importCounts, parseCounts } from './enter-counts.ts'
import { openStockCount, openStockCountFromFile } from './open-stock-count.ts'
import type { FindOrdersHoldingSkus } from './refuse-shortages.ts'
import { hasCountedFor, listStockCountLines, readEntryLines, readStockCountValue } from './stock-count-lines.ts'
import { listStockCounts, requireStockCount } from './stock-count-store.ts'

/** Whoever sees what SKUs cost sees what differences cost. */
const costAccess = consolePurchaseOrderEndpoints.costs.needs

/** 盘点单: the SKUs of a part of a warehouse are counted, and another person posts the differences. */
export const createConsoleStockCountHandlers = (orders: {
  findOrdersHoldingSkus: FindOrdersHoldingSkus
}): Handlers<typeof consoleStockCountEndpoints> => ({
  list: (input, { db, caller: { staffId } }) => listStockCounts(db, input, staffId),
  detail: async ({ id }, { db, caller }) => {
    const { staffId } = caller
    const count = await requireStockCount(db, { id, staffId })
    const shown = hasPermission(caller, costAccess) && count.different !== null
    return { count, value: shown ? await readStockCountValue(db, count) : null, own: await hasCountedFor(db, { id, staffId }) }
  },
  lines: async ({ id, ...asked }, { db, caller }) => {
    const count = await requireStockCount(db, { id, staffId: caller.staffId })
    return listStockCountLines(db, count, { ...asked, seesCosts: hasPermission(caller, costAccess) })
  },
  entry: async ({ id }, { db, caller: { staffId } }) => {
    const count = await requireStockCount(db, { id, staffId })
    return { count, lines: await readEntryLines(db, count) }
  },
  create: ({ goodsCategory: categoryId, ...given }, { caller: { staffId }, moment, write }) =>
    write((tx) => openStockCount(tx, moment, { ...given, categoryId, staffId })),
  createFromFile: async (given, { caller: { staffId }, moment, write, replay, file }) => {
    await replay()
    const codes = await parseSkuCodes(file)
    return write((tx) => openStockCountFromFile(tx, moment, { ...given, codes, staffId }))
  },
  enter: (given, { caller: { staffId }, moment, write }) =>
    write(async (tx) => {
      await enterCounts(tx, moment, { ...given, staffId })
      return null
    }),
  importCounts: async (given, { caller: { staffId }, moment, origin, write, replay, file }) => {
    await replay()
    const rows = await parseCounts(file)
    return write(async (tx) => {
      const answer = await importCounts(tx, moment, { ...given, rows, staffId })
      const { fileName, refused } = answer
      await recordFileImport(tx, moment, { origin, staffId, kind: 'count', fileName, rows: rows.length, refused })
      return answer
    })
  },
  submit: async (given, { caller: { staffId }, moment, write }) => {
    await write((tx) => submitStockCount(tx, moment, { ...given, staffId }))
    return null
  },
  approve: (given, { caller: { staffId }, moment, write }) =>
    write((tx) => approveStockCount(tx, moment, Object.assign({ staffId }, given, orders))),
  reject: async (given, { caller: { staffId }, moment, write }) => {
    await write((tx) => rejectStockCount(tx, moment, { ...given, staffId }))
    return null
  },
  cancel: async ({ id }, { caller: { staffId }, moment, write }) => {
    await write((tx) => cancelStockCount(tx, moment, { id, staffId }))
    return null
  },
})
