import {
  type consoleDocumentDownloadEndpoints,
  DELIVERY_NOTE_LINES_PER_FILE_MAX,
  DELIVERY_NOTES_PER_FILE_MAX,
  type documentDownloadEndpoints,
} from '#contract/billing/documents/api.ts'
import { formatDeliveryNoteNumber } from '#contract/orders/fulfilment/shapes.ts'
import { PRINTED_HANDOVER_LIST_ROWS_MAX } from '#contract/orders/handover-lists/api.ts'
import type { BinaryFile } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { renderPdfOnWorker } from '#server/adapters/pdf/public.ts'
import { findShopIdsStaffIsLimitedTo } from '#server/catalog/shops/public.ts'
import { readMallContractParty, readPublicMallProfile } from '#server/content/content/public.ts'
import { readHandoverListOfCarrierAndDay } from '#server/orders/handover-lists/public.ts'
import { readParcelsShippedFromWave } from '#server/orders/waves/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { Staff } from '#server/platform/http/caller.ts'
import {
  type Context,
  type Handlers,
  type RecordViewContext,
  recordViewInAuditLog,
  recordViewsInAuditLog,
} from '#server/platform/http/context.ts'
import { type DeliveryNote, layOutDeliveryNote, layOutDeliveryNotes } from './delivery-note.ts'
import { layOutHandoverList } from './handover-list.ts'
import { type DeliveryNoteRef, type OrderWithDeliveryNotes, readDeliveryNotes } from './read-delivery-notes.ts'

type Named = Required<DeliveryNoteRef> & { parcelNo: number }

/** Reads the content of a delivery note. Refuses ORDER_NOT_FOUND, PARCEL_NOT_FOUND. */
async function readNote(db: Db, named: Named): Promise<DeliveryNote> {
  const [order] = await readDeliveryNotes(db, [named], null)
  return order ? (order.notes[0] ?? refuse('PARCEL_NOT_FOUND')) : refuse('ORDER_NOT_FOUND')
}

const readSeller = async (db: Db): Promise<string> =>
  (await readMallContractParty(db))?.companyName ?? (await readPublicMallProfile(db)).name

async function printNote(db: Db, moment: Moment, named: Named): Promise<BinaryFile> {
  const note = await readNote(db, named)
  const bytes = await renderPdfOnWorker(layOutDeliveryNote(note, { seller: await readSeller(db), made: moment.now }))
  return { type: 'application/pdf', bytes, name: `送货单-${formatDeliveryNoteNumber(named.orderNo, named.parcelNo)}.pdf` }
}

/** The audit entry for the download of a note. */
const toDownloadEntry = ({ enterpriseId, orderNo, parcelNo }: Pick<Named, 'enterpriseId' | 'orderNo' | 'parcelNo'>) => ({
  enterpriseId,
  action: 'download delivery note',
  objectKind: 'order',
  objectId: orderNo,
  facts: { parcelNo },
})

export const deliveryNoteHandlers: Handlers<Pick<typeof documentDownloadEndpoints, 'deliveryNote'>> = {
  deliveryNote: async (given, context) => {
    const named = { ...given, enterpriseId: context.caller.enterpriseId }
    const note = await printNote(context.db, context.moment, named)
    await recordViewInAuditLog(context, toDownloadEntry(named))
    return note
  },
}

/** How many orders a refusal names. */
const NAMED_MAX = 3
const formatOrders = (orders: readonly { orderNo: string }[]): string =>
  `${orders
    .slice(0, NAMED_MAX)
    .map(({ orderNo }) => orderNo)
    .join('、')}${orders.length > NAMED_MAX ? ` 等 ${orders.length} 张订单` : ''}`

/** Refuses DELIVERY_NOTES_NONE if an order has no parcel, DELIVERY_NOTES_TOO_MANY if there are more notes or lines than one file holds. */
function requirePrintable(orders: readonly OrderWithDeliveryNotes[]): void {
  const without = orders.filter(({ notes }) => notes.length === 0)
  if (without.length > 0) refuse('DELIVERY_NOTES_NONE', { msg: `${formatOrders(without)}还没有发出包裹，没有送货单；请取消勾选后重试` })
  const count = orders.reduce((sum, { notes }) => sum + notes.length, 0)
  if (count > DELIVERY_NOTES_PER_FILE_MAX)
    refuse('DELIVERY_NOTES_TOO_MANY', {
      msg: `共 ${count} 张送货单，一次最多打印 ${DELIVERY_NOTES_PER_FILE_MAX} 张；请勾选一部分订单，分批打印`,
    })
  const lines = orders.reduce((sum, { notes }) => sum + notes.reduce((own, note) => own + note.lines.length, 0), 0)
  if (lines > DELIVERY_NOTE_LINES_PER_FILE_MAX)
    refuse('DELIVERY_NOTES_TOO_MANY', {
      msg: `共 ${lines} 行商品，一次最多打印 ${DELIVERY_NOTE_LINES_PER_FILE_MAX} 行；请勾选一部分订单，分批打印`,
    })
}

/** Prints the notes of several orders into one file, each with its entry in the audit log, as if it had been printed alone. */
async function printNotes(
  context: RecordViewContext & Pick<Context<Staff>, 'db'>,
  orders: readonly OrderWithDeliveryNotes[],
): Promise<BinaryFile> {
  requirePrintable(orders)
  const { db, moment } = context
  const notes = orders.flatMap((order) => order.notes)
  const bytes = await renderPdfOnWorker(layOutDeliveryNotes(notes, { seller: await readSeller(db), made: moment.now }))
  await recordViewsInAuditLog(
    context,
    orders.flatMap(({ enterpriseId, notes: own }) => own.map((note) => toDownloadEntry({ enterpriseId, ...note }))),
  )
  return { type: 'application/pdf', bytes, name: `送货单-${toShanghaiDay(moment.now)}-${notes.length}张.pdf` }
}

export const consoleDocumentHandlers: Handlers<
  Omit<typeof consoleDocumentDownloadEndpoints, 'statement' | 'waybillLabels' | 'purchaseContract' | 'creditAgreements' | 'creditAgreement'>
> = {
  deliveryNote: async (named, context) => {
    const note = await printNote(context.db, context.moment, named)
    await recordViewInAuditLog(context, toDownloadEntry(named))
    return note
  },
  deliveryNotes: async ({ parcels }, context) => {
    const { db, caller } = context
    const orders = await readDeliveryNotes(db, parcels, await findShopIdsStaffIsLimitedTo(db, caller.staffId))
    // A colleague may have taken one of them away, or it is of another shop: then all are refused, so that nobody misses a note in the pile.
    if (orders.length < parcels.length) refuse('ORDER_NOT_FOUND')
    return printNotes(context, orders)
  },
  waveDeliveryNotes: async ({ id, orderNos, batch }, context) => {
    const { db, caller } = context
    const all = await readParcelsShippedFromWave(db, { id, staffId: caller.staffId }, orderNos)
    const parcels = batch === undefined ? all : all.slice((batch - 1) * DELIVERY_NOTES_PER_FILE_MAX, batch * DELIVERY_NOTES_PER_FILE_MAX)
    if (parcels.length === 0) refuse('DELIVERY_NOTES_NONE', { msg: '所选范围还没有订单从本波次发出，没有送货单可打印' })
    if (parcels.length > DELIVERY_NOTES_PER_FILE_MAX)
      refuse('DELIVERY_NOTES_TOO_MANY', {
        msg: `本波次已发 ${parcels.length} 单，一次最多打印 ${DELIVERY_NOTES_PER_FILE_MAX} 张送货单；请分批打印`,
      })
    const orders = await readDeliveryNotes(db, parcels, null)
    return printNotes(context, orders)
  },
  handoverList: async ({ carrier, day }, context) => {
    const { db, caller, moment } = context
    const { staffId } = caller
    const date = day ?? toShanghaiDay(moment.now)
    const { rows, total } = await readHandoverListOfCarrierAndDay(
      db,
      { carrier, day: date },
      { staffId, moment, most: PRINTED_HANDOVER_LIST_ROWS_MAX },
    )
    if (total === 0) refuse('HANDOVER_LIST_EMPTY', { msg: `${date} 没有交给${carrier}的包裹，请核对日期和承运公司` })
    if (total > PRINTED_HANDOVER_LIST_ROWS_MAX)
      refuse('HANDOVER_LIST_TOO_LONG', { msg: `共 ${total} 个包裹，交接单最多打印 ${PRINTED_HANDOVER_LIST_ROWS_MAX} 个，请导出列表` })
    const bytes = await renderPdfOnWorker(
      layOutHandoverList({ carrier, day: date, rows }, { seller: await readSeller(db), made: moment.now }),
    )
    const facts = { day: date, parcels: total }
    await recordViewInAuditLog(context, { action: 'download handover list', objectKind: 'carrier', objectId: carrier, facts })
    return { type: 'application/pdf', bytes, name: `交接单-${carrier}-${date}.pdf` }
  },
}
