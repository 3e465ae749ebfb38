import * as z from 'zod/mini'
import { BillEntryType } from '#contract/billing/bills/api.ts'
import { ParcelNo } from '#contract/orders/fulfilment/api.ts'
import { CarrierField } from '#contract/orders/fulfilment/waybill.ts'
import { handoverListFilter } from '#contract/orders/handover-lists/api.ts'
import { WAYBILL_LABELS_PER_FILE_MAX } from '#contract/orders/waybills/api.ts'
import { defineEndpoints, downloadEndpoint, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, Instant, Month, OrderNo } from '#contract/platform/core/fields.ts'
import { exportRefusals } from '#contract/platform/spreadsheets/export.ts'
import { SheetFormat } from '#contract/platform/spreadsheets/format.ts'

/** A statement with more lines is not printed as a PDF. Its buyer gets a link to the workbook instead. */
export const STATEMENT_PDF_LINES_MAX = 6_000
/** The largest number of rows in the workbook of a statement. */
export const STATEMENT_WORKBOOK_ROWS_MAX = 20_000

/** How many delivery notes one file holds. */
export const DELIVERY_NOTES_PER_FILE_MAX = 100
/** How many lines its notes have together, so that it is rendered within the time that a PDF may take. */
export const DELIVERY_NOTE_LINES_PER_FILE_MAX = 3_000

const tooMany = `一次最多打印 ${DELIVERY_NOTES_PER_FILE_MAX} 张送货单，请分批打印`

const StatementFileFormatSchema = z.enum(['pdf', 'xlsx'], '文件格式不正确')
export type StatementFileFormat = z.output<typeof StatementFileFormatSchema>

/** Printouts and lists as files. The file name is sent in UTF-8 (RFC 6266). */
export const documentDownloadEndpoints = defineEndpoints('/account-api/api/document', {
  statement: downloadEndpoint({
    path: 'statement',
    summary: '下载月账单：PDF 对账单（大写金额、盖章处、校验码）或 Excel',
    needs: 'applyLimit',
    input: z.strictObject({ month: Month, format: StatementFileFormatSchema }),
    refusals: ['STATEMENT_NOT_FOUND', 'EXPORT_TOO_LARGE'],
  }),
  bills: downloadEndpoint({
    path: 'bills',
    summary: '下载账单明细：CSV（UTF-8，带 BOM）或 Excel，按类型和月份',
    needs: ['cashAccount', 'applyLimit'],
    input: z.strictObject({ month: z.optional(Month), type: z.optional(BillEntryType), format: SheetFormat }),
    refusals: [...exportRefusals],
  }),
  deliveryNote: downloadEndpoint({
    path: 'delivery-note',
    summary: '下载一个包裹的送货单（PDF，带条码、签收栏）',
    needs: 'lookOrder',
    input: z.strictObject({ orderNo: OrderNo, parcelNo: ParcelNo }),
    refusals: ['ORDER_NOT_FOUND', 'PARCEL_NOT_FOUND'],
  }),
})

/** A credit agreement that a company has accepted. */
export const AcceptedCreditAgreementRow = z.object({
  id: Id,
  version: z.string(),
  at: Instant,
  /** Who accepted it; empty: he has left. */
  by: z.string(),
  /** The text is stored, so the agreement can be downloaded. */
  kept: z.boolean(),
})
export type AcceptedCreditAgreementRow = z.output<typeof AcceptedCreditAgreementRow>

export const consoleDocumentDownloadEndpoints = defineEndpoints('/console-api/api/document', {
  statement: downloadEndpoint({
    path: 'statement',
    summary: '下载一家企业的月账单：与买家下载的相同，PDF 对账单或 Excel；逐次记录',
    needs: { staff: 'statementView' },
    input: z.strictObject({ enterpriseId: Id, month: Month, format: StatementFileFormatSchema }),
    refusals: ['STATEMENT_NOT_FOUND', 'EXPORT_TOO_LARGE'],
  }),
  purchaseContract: downloadEndpoint({
    path: 'purchase-contract',
    summary: '下载一张订单的购销合同（PDF）：与买家下载的相同；逐次记录',
    needs: { staff: 'orderView' },
    input: z.strictObject({ enterpriseId: Id, orderNo: OrderNo }),
    refusals: ['ORDER_NOT_FOUND', 'CONTRACT_NOT_READY', 'CONTRACT_PARTY_MISSING'],
  }),
  creditAgreements: readEndpoint({
    path: 'credit-agreements',
    summary: '一家企业同意过的赊销协议：版本、时间、同意人；最新的在前',
    needs: { staff: 'creditView' },
    input: z.strictObject({ enterpriseId: Id }),
    output: z.array(AcceptedCreditAgreementRow),
  }),
  creditAgreement: downloadEndpoint({
    path: 'credit-agreement',
    summary: '下载一家企业已同意的赊销协议（PDF）：与买家下载的相同；逐次记录',
    needs: { staff: 'creditView' },
    input: z.strictObject({ enterpriseId: Id, id: Id }),
    refusals: ['CONTRACT_NOT_FOUND', 'ARTICLE_NOT_FOUND'],
  }),
  deliveryNote: downloadEndpoint({
    path: 'delivery-note',
    summary: '打印一个包裹的送货单（PDF，带条码、签收栏）',
    needs: { staff: 'orderView' },
    input: z.strictObject({ enterpriseId: Id, orderNo: OrderNo, parcelNo: ParcelNo }),
    refusals: ['ORDER_NOT_FOUND', 'PARCEL_NOT_FOUND'],
  }),
  deliveryNotes: downloadEndpoint({
    path: 'delivery-notes',
    summary: `打印多个包裹的送货单：合为一个 PDF，每张另起一页，按所给顺序，最多 ${DELIVERY_NOTES_PER_FILE_MAX} 张；不写包裹号的为该订单的全部包裹`,
    needs: { staff: 'orderView' },
    input: z.strictObject({
      parcels: z
        .array(z.strictObject({ enterpriseId: Id, orderNo: OrderNo, parcelNo: z.optional(ParcelNo) }))
        .check(z.minLength(1, '请先勾选订单'), z.maxLength(DELIVERY_NOTES_PER_FILE_MAX, tooMany)),
    }),
    refusals: ['ORDER_NOT_FOUND', 'DELIVERY_NOTES_NONE', 'DELIVERY_NOTES_TOO_MANY'],
  }),
  waveDeliveryNotes: downloadEndpoint({
    path: 'wave-delivery-notes',
    summary: `打印一个波次已发订单的送货单：合为一个 PDF，按分拣格位，最多 ${DELIVERY_NOTES_PER_FILE_MAX} 张；可只印所选订单`,
    needs: { staff: 'waveView' },
    input: z.strictObject({
      id: Id,
      /** Only these orders; without it all that have left. */
      orderNos: z.optional(z.array(OrderNo).check(z.minLength(1, '请先勾选订单'), z.maxLength(DELIVERY_NOTES_PER_FILE_MAX, tooMany))),
      /** 批: the first hundred by place, the second, and so on; without it all, which are refused if they are more. */
      batch: z.optional(z.int('批次不正确').check(z.minimum(1, '批次不正确'), z.maximum(10, '批次不正确'))),
    }),
    refusals: ['WAVE_NOT_FOUND', 'DELIVERY_NOTES_NONE', 'DELIVERY_NOTES_TOO_MANY'],
  }),
  waybillLabels: downloadEndpoint({
    path: 'waybill-labels',
    summary: `打印电子面单：合为一个 PDF，每张 100×150 毫米，按所给顺序，最多 ${WAYBILL_LABELS_PER_FILE_MAX} 张`,
    needs: { staff: 'shipment' },
    input: z.strictObject({
      waybills: z
        .array(z.strictObject({ enterpriseId: Id, id: Id }))
        .check(
          z.minLength(1, '请先勾选面单'),
          z.maxLength(WAYBILL_LABELS_PER_FILE_MAX, `一次最多打印 ${WAYBILL_LABELS_PER_FILE_MAX} 张面单，请分批打印`),
        ),
    }),
    refusals: ['WAYBILL_LABELS_NONE', 'WAYBILLS_OFF'],
  }),
  handoverList: downloadEndpoint({
    path: 'handover-list',
    summary: '打印交接单（PDF，带双方签字栏）：一天交给一家承运公司的包裹；不选日期为今天',
    needs: { staff: 'waveView' },
    input: z.strictObject({ carrier: CarrierField, day: handoverListFilter.day }),
    refusals: ['HANDOVER_LIST_EMPTY', 'HANDOVER_LIST_TOO_LONG'],
  }),
})
