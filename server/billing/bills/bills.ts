import {
  type BillEntryDetail,
  type BillEntryRow,
  type BillEntryType,
  billEntryTypes,
  transferKindsInFavourOfBuyer,
} from '#contract/billing/bills/api.ts'
import { type LedgerAccountName, type TransferKind, transferKinds } from '#contract/money/ledger/transfer-kinds.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { hasPermission, type PermissionHolder } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { getShanghaiMonthInterval } from '#contract/platform/core/shanghai.ts'
import { findTransfer, listTransfers, type TransferRow } from '#server/money/ledger/public.ts'
import { findGoodsSummariesByOrder, findGoodsSummariesByParcel } from '#server/orders/fulfilment/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { toSlice } from '#server/platform/core/paging.ts'

/** The enterprise, and the permission codes that decide which bills are visible. */
export type BillEntryReader = PermissionHolder & { enterpriseId: string }

const touches = (kind: TransferKind, accounts: readonly string[]) =>
  accounts.includes(transferKinds[kind].from) || accounts.includes(transferKinds[kind].to)

/**
 * Returns the kinds of transfers of a bill type that the reader may see: wallet and debt need different codes; order payments of both kinds
 * are visible with either.
 */
function kindsFor(reader: BillEntryReader, types: readonly BillEntryType[]): TransferKind[] {
  const hidden = [
    ...(hasPermission(reader, 'cashAccount') ? [] : ['wallet']),
    ...(hasPermission(reader, 'applyLimit') ? [] : ['creditDrawn', 'interest']),
  ]
  return types.flatMap((type): readonly TransferKind[] => billEntryTypes[type].kinds).filter((kind) => !touches(kind, hidden))
}

const typeOf = (kind: TransferKind): BillEntryType | undefined =>
  keysOf(billEntryTypes).find((type) => (billEntryTypes[type].kinds as readonly TransferKind[]).includes(kind))

/** 支付方式: by the account that the money comes from, or for a refund the account that it goes to. */
const payers: Partial<Record<LedgerAccountName, string>> = {
  wallet: '钱包支付',
  bank: '转账支付',
  gateway: '在线支付',
  acceptance: '承兑汇票',
  suspense: '待查款项',
  opening: '期初迁入',
}
const refunds: Partial<Record<LedgerAccountName, string>> = { wallet: '退至钱包', creditDrawn: '冲减赊销账款', gateway: '原路退回' }

const methodOf = (kind: TransferKind): string => {
  const { from, to } = transferKinds[kind]
  if (from === 'creditDrawn' && to === 'sales') return '赊销额度支付'
  if (to === 'opening') return '期初迁入'
  return (from === 'sales' ? refunds[to] : payers[from]) ?? '赊销账户'
}

function recordFrom({ id, kind, title, amountFen, at }: TransferRow): BillEntryRow {
  const type = typeOf(kind) ?? 'adjust'
  const sign = transferKindsInFavourOfBuyer.includes(kind) ? '+' : '-'
  return { id, title, type, typeLabel: billEntryTypes[type].label, method: methodOf(kind), sign, amount: amountFen, at }
}

/** Lists the movements of wallet and debt by type and month, newest first. */
export async function listBillEntries(
  db: Db,
  reader: BillEntryReader,
  { month, type, pageNo, pageSize }: { month?: string | undefined; type?: BillEntryType | undefined; pageNo: number; pageSize: number },
): Promise<{ dataList: BillEntryRow[]; total: number }> {
  const kinds = kindsFor(reader, type === undefined ? keysOf(billEntryTypes) : [type])
  if (kinds.length === 0) return { dataList: [], total: 0 }
  const filter = { enterpriseId: reader.enterpriseId, kinds, ...(month === undefined ? {} : getShanghaiMonthInterval(month)) }
  const { rows, total } = await listTransfers(db, filter, toSlice({ pageNo, pageSize }))
  return { dataList: rows.map(recordFrom), total }
}

/**
 * Describes one movement with the goods of its parcel or order. Refuses BILL_NOT_FOUND, also for bills of others and for bills without
 * permission.
 */
export async function readBillEntry(db: Db, reader: BillEntryReader, id: string): Promise<BillEntryDetail> {
  const row = (await findTransfer(db, reader.enterpriseId, id)) ?? refuse('BILL_NOT_FOUND')
  if (!kindsFor(reader, keysOf(billEntryTypes)).includes(row.kind)) refuse('BILL_NOT_FOUND')
  const goodsOf = row.kind === 'draw' ? findGoodsSummariesByParcel : findGoodsSummariesByOrder
  const bought = (await goodsOf(db, reader.enterpriseId, [row.document])).get(row.document)
  const { orderNo = null, poNumber = '', costCentre = '', goods: lines = [] } = bought ?? {}
  return { ...recordFrom(row), kindLabel: transferKinds[row.kind].label, orderNo, poNumber, costCentre, lines }
}
