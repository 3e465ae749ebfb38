// 电子面单 as labels of 100 × 150 mm.
import type { consoleDocumentDownloadEndpoints } from '#contract/billing/documents/api.ts'
import { encodeCode128TextBars } from '#contract/orders/fulfilment/code128.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { formatShanghaiTime, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { type PdfBundleData, type PdfPart, renderPdfOnWorker } from '#server/adapters/pdf/public.ts'
import type { WaybillNumberService } from '#server/adapters/waybill-numbers/public.ts'
import { readMallContractParty, readPublicMallProfile } from '#server/content/content/public.ts'
import { type PrintedWaybill, readWaybillLabels } from '#server/orders/waybills/public.ts'
import { type Handlers, recordViewsInAuditLog } from '#server/platform/http/context.ts'
import { buildBarcode } from './barcode.ts'

/** Who sends, as printed on every label of a file. */
interface Sender {
  name: string
  mobile: string
  company: string
  /** For a label whose warehouse has no address. */
  address: string
}

/** The width of the page between its margins, in points, less the quiet zones of a barcode. */
const BARCODE_WIDTH = 236
const BARCODE_MODULE_MAX = 1.4
const BARCODE_HEIGHT = 48

/** The barcode as wide as its number allows. A number with other characters is printed as text only. */
function numberBarcode(trackingNo: string): PdfPart {
  const code = encodeCode128TextBars(trackingNo)
  if (!code) return { text: trackingNo, bold: true, fontSize: 20, alignment: 'center' }
  const module = Math.min(BARCODE_MODULE_MAX, BARCODE_WIDTH / code.modules)
  return {
    stack: [
      buildBarcode(code, '', { module, height: BARCODE_HEIGHT }),
      { text: trackingNo, bold: true, fontSize: 14, alignment: 'center' },
    ],
  }
}

const party = (mark: string, name: string, address: string, size: number): PdfPart[] => [
  { text: mark, bold: true, fontSize: 16, alignment: 'center' },
  {
    stack: [
      { text: name, bold: true, fontSize: size },
      { text: address, fontSize: size, margin: [0, 2, 0, 0] },
    ],
  },
]

function layOutLabel(label: PrintedWaybill, sender: Sender, made: Date): PdfBundleData['papers'][number] {
  const { receiver, carrier, trackingNo, route, sortingPlace, orderNo, parcelNo, firstGoods, senderAddress } = label
  return {
    about: '',
    content: [
      {
        columns: [
          { text: carrier, bold: true, fontSize: 16 },
          { text: sortingPlace, fontSize: 12, alignment: 'right', margin: [0, 4, 0, 0] },
        ],
      },
      { text: route === '' ? receiver.region : route, bold: true, fontSize: 26, alignment: 'center', margin: [0, 4, 0, 6] },
      numberBarcode(trackingNo),
      {
        layout: 'framed',
        margin: [0, 8, 0, 0],
        table: {
          dontBreakRows: true,
          widths: [22, '*'],
          body: [
            party('收', `${receiver.name}　${receiver.mobile}`, `${receiver.region} ${receiver.detail}`, 12),
            party('寄', `${sender.name}　${sender.mobile}　${sender.company}`, senderAddress || sender.address, 9),
          ],
        },
      },
      { text: `订单 ${orderNo}　包裹 ${parcelNo}`, fontSize: 9, margin: [0, 8, 0, 0] },
      { text: firstGoods, fontSize: 9, margin: [0, 3, 0, 0] },
      { text: `打印于 ${formatShanghaiTime(made)}`, fontSize: 7.5, margin: [0, 6, 0, 0] },
    ],
  }
}

export const createWaybillLabelHandlers = (services: {
  waybills: WaybillNumberService | undefined
}): Handlers<Pick<typeof consoleDocumentDownloadEndpoints, 'waybillLabels'>> => ({
  waybillLabels: async ({ waybills }, context) => {
    const { db, moment, caller } = context
    const own = services.waybills?.sender ?? refuse('WAYBILLS_OFF')
    const labels = await readWaybillLabels(db, { refs: waybills, staffId: caller.staffId })
    // A colleague may have cancelled one: then none is printed, so that nobody misses a label in the pile.
    if (labels.length < waybills.length) refuse('WAYBILL_LABELS_NONE')
    const profile = await readPublicMallProfile(db)
    const company = (await readMallContractParty(db))?.companyName ?? profile.name
    const sender = { name: own.name, mobile: own.mobile, company, address: profile.address }
    const bytes = await renderPdfOnWorker({
      title: `电子面单 ${labels.length} 张`,
      author: company,
      made: moment.now,
      paper: 'label',
      papers: labels.map((label) => layOutLabel(label, sender, moment.now)),
    })
    const entries = labels.map(({ enterpriseId, orderNo, parcelNo, trackingNo }) => {
      const facts = { parcelNo, trackingNo }
      return { enterpriseId, action: 'download waybill labels', objectKind: 'order', objectId: orderNo, facts }
    })
    await recordViewsInAuditLog(context, entries)
    return { type: 'application/pdf', bytes, name: `电子面单-${toShanghaiDay(moment.now)}-${labels.length}张.pdf` }
  },
})
