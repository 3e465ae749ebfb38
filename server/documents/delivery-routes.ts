import type { consoleDocuments, documents } from '../../contract/documents/api.ts'
import type { Binary } from '../../contract/endpoint.ts'
import { deliveryNo } from '../../contract/fulfilment/shapes.ts'
import { refuse } from '../../contract/refusals.ts'
import { readSiteInfo } from '../content/public.ts'
import { listParcelContents, transportFromRow } from '../fulfilment/public.ts'
import type { Handlers } from '../http/context.ts'
import { describeOrder, findOrder, type OrderRef } from '../ordering/public.ts'
import { findEnterprise } from '../organisation/public.ts'
import { renderPdf } from '../pdf/public.ts'
import { type AuditEntry, recordAudit } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { type DeliveryNote, deliveryNotePrintout } from './delivery-note.ts'

type Named = OrderRef & { parcelNo: number }

/** What the note of a parcel says. Refuses ORDER_NOT_FOUND, PARCEL_NOT_FOUND. */
async function readNote(db: Db, { enterpriseId, orderNo, parcelNo }: Named): Promise<DeliveryNote> {
  const order = (await findOrder(db, enterpriseId, orderNo)) ?? refuse('ORDER_NOT_FOUND')
  const parcels = await listParcelContents(db, enterpriseId, order.id)
  const found = parcels.find((one) => one.parcelNo === parcelNo) ?? refuse('PARCEL_NOT_FOUND')
  const { lines } = await describeOrder(db, order)
  const enterprise = await findEnterprise(db, enterpriseId)
  const { carrier = '', trackingNo = '', tanker = null } = transportFromRow(found.row)
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

async function printNote(db: Db, moment: Moment, named: Named): Promise<Binary> {
  const note = await readNote(db, named)
  const { companyName } = await readSiteInfo(db)
  const bytes = await renderPdf(deliveryNotePrintout(note, { seller: companyName, made: moment.now }))
  return { type: 'application/pdf', bytes, name: `送货单-${deliveryNo(named.orderNo, named.parcelNo)}.pdf` }
}

/** Who takes a note along is written down. */
const taken = (actor: AuditEntry['actor'], { orderNo, parcelNo }: Named) => ({
  actor,
  action: 'download delivery note',
  objectKind: 'order',
  objectId: orderNo,
  facts: { parcelNo },
})

export const deliveryNoteHandlers: Handlers<Pick<typeof documents, 'deliveryNote'>> = {
  deliveryNote: async (given, { db, caller: { enterpriseId, userId }, moment, origin, apart }) => {
    const named = { ...given, enterpriseId }
    const note = await printNote(db, moment, named)
    await apart((tx) => recordAudit(tx, moment, { origin, ...taken({ kind: 'member', id: userId, enterpriseId }, named) }))
    return note
  },
}

export const consoleDocumentHandlers: Handlers<typeof consoleDocuments> = {
  deliveryNote: async (named, { db, caller: { staffId }, moment, origin, apart }) => {
    const note = await printNote(db, moment, named)
    const actor = { kind: 'staff', id: staffId, enterpriseId: named.enterpriseId } as const
    await apart((tx) => recordAudit(tx, moment, { origin, ...taken(actor, named) }))
    return note
  },
}
