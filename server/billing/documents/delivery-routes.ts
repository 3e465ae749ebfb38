import type { consoleDocumentDownloadEndpoints, documentDownloadEndpoints } from '#contract/billing/documents/api.ts'
import { formatDeliveryNoteNumber } from '#contract/orders/fulfilment/shapes.ts'
import type { BinaryFile } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { renderPdfOnWorker } from '#server/adapters/pdf/public.ts'
import { readMallContractParty, readSiteInfo } from '#server/content/content/public.ts'
import { listParcelContents, toParcelTransport } from '#server/orders/fulfilment/public.ts'
import { findOrder, type OrderRef, readOrderDetailOutput } from '#server/orders/orders/public.ts'
import { findEnterprise } from '#server/people/organisation/public.ts'
import { type AuditEntry, recordAudit } from '#server/platform/core/audit.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { type DeliveryNote, layOutDeliveryNote } from './delivery-note.ts'

type Named = OrderRef & { parcelNo: number }

/** Reads the content of a delivery note. Refuses ORDER_NOT_FOUND, PARCEL_NOT_FOUND. */
async function readNote(db: Db, { enterpriseId, orderNo, parcelNo }: Named): Promise<DeliveryNote> {
  const order = (await findOrder(db, enterpriseId, orderNo)) ?? refuse('ORDER_NOT_FOUND')
  const parcels = await listParcelContents(db, enterpriseId, order.id)
  const found = parcels.find((one) => one.parcelNo === parcelNo) ?? refuse('PARCEL_NOT_FOUND')
  const { lines } = await readOrderDetailOutput(db, order)
  const enterprise = await findEnterprise(db, enterpriseId)
  const { carrier = '', trackingNo = '', tanker = null } = toParcelTransport(found.row)
  return {
    orderNo,
    parcelNo,
    parcels: parcels.length,
    buyer: enterprise?.name ?? enterprise?.agentName ?? '',
    receiver: order.receiver,
    remark: order.remark,
    carrier,
    trackingNo,
    tanker,
    sentAt: found.sentAt,
    lines: found.lines.map((line) => {
      const ordered = lines.find(({ lineNo }) => lineNo === line.lineNo)
      const skuProps = JSON.parse(line.skuProps) as Record<string, string>
      return { ...line, skuProps, skuCode: ordered?.skuCode ?? '', materialCode: ordered?.materialCode ?? '', gift: ordered?.gift ?? false }
    }),
  }
}

async function printNote(db: Db, moment: Moment, named: Named): Promise<BinaryFile> {
  const note = await readNote(db, named)
  const seller = (await readMallContractParty(db))?.companyName ?? (await readSiteInfo(db)).name
  const bytes = await renderPdfOnWorker(layOutDeliveryNote(note, { seller, made: moment.now }))
  return { type: 'application/pdf', bytes, name: `送货单-${formatDeliveryNoteNumber(named.orderNo, named.parcelNo)}.pdf` }
}

/** The audit entry for the download of a note. */
const taken = (actor: AuditEntry['actor'], { orderNo, parcelNo }: Named) => ({
  actor,
  action: 'download delivery note',
  objectKind: 'order',
  objectId: orderNo,
  facts: { parcelNo },
})

export const deliveryNoteHandlers: Handlers<Pick<typeof documentDownloadEndpoints, 'deliveryNote'>> = {
  deliveryNote: async (given, { db, caller: { enterpriseId, userId }, moment, origin, writeSeparately }) => {
    const named = { ...given, enterpriseId }
    const note = await printNote(db, moment, named)
    await writeSeparately((tx) => recordAudit(tx, moment, { origin, ...taken({ kind: 'member', id: userId, enterpriseId }, named) }))
    return note
  },
}

export const consoleDocumentHandlers: Handlers<typeof consoleDocumentDownloadEndpoints> = {
  deliveryNote: async (named, { db, caller: { staffId }, moment, origin, writeSeparately }) => {
    const note = await printNote(db, moment, named)
    const actor = { kind: 'staff', id: staffId, enterpriseId: named.enterpriseId } as const
    await writeSeparately((tx) => recordAudit(tx, moment, { origin, ...taken(actor, named) }))
    return note
  },
}
