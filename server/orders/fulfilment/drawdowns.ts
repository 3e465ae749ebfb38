import type { creditEndpoints, Drawdown, DrawdownDetail } from '#contract/money/credit/api.ts'
import { drawdownTransferKinds } from '#contract/money/ledger/transfer-kinds.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { getShanghaiMonthInterval, getStatementDueDay, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { findTransfer, listTransfers, type TransferRow } from '#server/money/ledger/public.ts'
import { findOrderReferencesById } from '#server/orders/orders/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import { NO_ORDER_REFERENCES } from './goods-summary.ts'
import { listParcelContents } from './parcel-view.ts'
import { findOrderIdByParcel } from './parcels.ts'

/** 赊销记录: returns a page of the drawdowns of parcels, newest first. Four statements, whatever the number of rows. */
export async function listDrawdowns(
  db: Db,
  enterpriseId: string,
  { pageNo, pageSize, month }: InputOf<typeof creditEndpoints.drawdowns>,
): Promise<{ dataList: Drawdown[]; total: number }> {
  const filter = { enterpriseId, kinds: drawdownTransferKinds, ...(month === undefined ? {} : getShanghaiMonthInterval(month)) }
  const { rows, total } = await listTransfers(db, filter, toSlice({ pageNo, pageSize }))
  const parcels = await findOrderIdByParcel(
    db,
    enterpriseId,
    rows.map(({ document }) => document),
  )
  const numbers = await findOrderReferencesById(db, enterpriseId, [...new Set([...parcels.values()].map(({ orderId }) => orderId))])
  const dataList = rows.map(({ id, document, title, amountFen, at }) => ({
    id,
    ...(numbers.get(parcels.get(document)?.orderId ?? '') ?? NO_ORDER_REFERENCES),
    goodsName: title,
    amount: amountFen,
    at,
    dueDay: getStatementDueDay(toShanghaiMonth(at)),
  }))
  return { dataList, total }
}

/** Describes a drawdown with the goods of its parcel. One that was moved in from an older system has no parcel. Refuses DRAWDOWN_NOT_FOUND. */
export async function readDrawdown(db: Db, enterpriseId: string, id: string): Promise<DrawdownDetail> {
  const drawn = await findTransfer(db, enterpriseId, id)
  if (drawn?.kind === 'openDraw')
    return { ...describeDrawdown(drawn), ...NO_ORDER_REFERENCES, type: drawn.title, method: '期初迁入', lines: [] }
  const parcel = drawn?.kind === 'draw' ? (await findOrderIdByParcel(db, enterpriseId, [drawn.document])).get(drawn.document) : undefined
  if (!drawn || !parcel) refuse('DRAWDOWN_NOT_FOUND')
  const numbers = await findOrderReferencesById(db, enterpriseId, [parcel.orderId])
  const parcels = await listParcelContents(db, enterpriseId, parcel.orderId)
  return {
    ...describeDrawdown(drawn),
    ...(numbers.get(parcel.orderId) ?? NO_ORDER_REFERENCES),
    type: '商城消费',
    method: '赊销额度支付',
    lines: parcels.find((one) => one.id === drawn.document)?.lines ?? [],
  }
}

const describeDrawdown = ({ id, amountFen, at }: TransferRow) => ({
  id,
  amount: amountFen,
  at,
  dueDay: getStatementDueDay(toShanghaiMonth(at)),
})
