import type { consoleStockTransferEndpoints } from '#contract/catalog/stock-transfers/api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import {
  cancelStockTransfer,
  closePartlyReceivedStockTransfer,
  receiveStockTransfer,
  saveStockTransferDraft,
  sendStockTransfer,
} from './change-stock-transfer.ts'
import { listStockTransfers, readStockTransfer } from './stock-transfer-store.ts'

/** 调拨单: goods that go from one warehouse to another. */
export const consoleStockTransferHandlers: Handlers<typeof consoleStockTransferEndpoints> = {
  list: (input, { db, caller: { staffId }, moment }) => listStockTransfers(db, moment, input, staffId),
  detail: ({ id }, { db, caller: { staffId } }) => readStockTransfer(db, { id, staffId }),
  save: (given, { caller: { staffId }, moment, write }) =>
    write(async (tx) => ({ id: await saveStockTransferDraft(tx, moment, { ...given, staffId }) })),
  send: async (given, { caller: { staffId }, moment, write }) => {
    await write((tx) => sendStockTransfer(tx, moment, { ...given, staffId }))
    return null
  },
  receive: (given, { caller: { staffId }, moment, write }) =>
    write(async (tx) => {
      await receiveStockTransfer(tx, moment, { ...given, staffId })
      return null
    }),
  closeShort: async (given, { caller: { staffId }, moment, write }) => {
    await write((tx) => closePartlyReceivedStockTransfer(tx, moment, { ...given, staffId }))
    return null
  },
  cancel: async ({ id }, { caller: { staffId }, moment, write }) => {
    await write((tx) => cancelStockTransfer(tx, moment, { id, staffId }))
    return null
  },
}
