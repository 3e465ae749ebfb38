import * as z from 'zod/mini'
import { SkuBrief, SkuBriefWithWithheldPrices } from '#contract/catalog/goods/sku-brief.ts'
import { OrderStateSchema } from '#contract/orders/orders/shapes.ts'
import { PDF_TYPE } from '#contract/people/files/api.ts'
import { Day, Id, Instant, OrderNo, RequiredText } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { quotationLifecycle, quotationLineOutcomes } from './quotation-lifecycle.ts'

export const QUOTATION_LINES_MAX = 200
export const QUOTATION_TITLE_LENGTH_MAX = 50
export const QUOTATION_TEXT_LENGTH_MAX = 500
export const QUOTATION_GOODS_NAME_LENGTH_MAX = 60
export const QUOTATION_SPEC_LENGTH_MAX = 60
export const QUOTATION_UNIT_LENGTH_MAX = 10
export const QUOTATION_NOTE_LENGTH_MAX = 100
/** How often staff can answer one request. */
export const QUOTATION_OFFER_VERSIONS_MAX = 30
/** For how many days an offer or one of its lines holds, the day after that on which it is made being the first. */
export const QUOTATION_OFFER_VALID_DAYS = { default: 15, max: 90 }
export const QUOTATION_LEAD_DAYS_MAX = 365
/** Drawings of one request, each up to 10 MB like every upload of members. */
export const QUOTATION_DRAWINGS_MAX = 10
export const QUOTATION_DRAWING_NAME_LENGTH_MAX = 80

export const QuotationStateSchema = z.enum(keysOf(quotationLifecycle.states), '询价单状态不正确')
export const QuotationLineOutcomeSchema = z.enum(keysOf(quotationLineOutcomes), '请选择报价或不供应')
export const QuotationLineNo = z.int('行号不正确').check(z.minimum(1, '行号不正确'), z.maximum(QUOTATION_LINES_MAX, '行号不正确'))
/** The last message that is on the screen. */
export const QuotationMessageNo = z.int('留言序号不正确').check(z.minimum(1, '留言序号不正确'), z.maximum(1_000_000, '留言序号不正确'))
export const QuotationMessageText = RequiredText(QUOTATION_TEXT_LENGTH_MAX, '请填写内容')

/** 询价单号: Q, the day, and ten random hexadecimal digits. */
export const QuotationNo = z.string('请输入询价单号').check(z.regex(/^Q\d{8}[0-9A-F]{10}$/, '询价单号格式不正确'))

/** The answer of staff to a line. */
const offerLineFields = {
  lineNo: z.int(),
  outcome: QuotationLineOutcomeSchema,
  /** The offered SKU as it was named in the offer: the asked one or a substitute; null: the line is not offered. */
  skuId: z.nullable(Id),
  name: z.string(),
  spec: z.string(),
  unit: z.string(),
  skuCode: z.string(),
  /** It is offered in place of another SKU that was asked for. */
  substitute: z.boolean(),
  /** The unit price for payment at once; null: not offered. */
  salePrice: z.nullable(Yuan),
  /** The unit price on credit; null: not offered, or not sold on credit. */
  creditPrice: z.nullable(Yuan),
  /** Lead time in days after the order; null: staff did not say. */
  leadDays: z.nullable(z.int()),
  /** The last day on which the line can be ordered, Asia/Shanghai: that of the offer, or an earlier one; null: not offered. */
  validUntil: z.nullable(Day),
  note: z.string(),
}
export const QuotationOfferLine = z.object(offerLineFields)
export type QuotationOfferLine = z.output<typeof QuotationOfferLine>

/** One version of the answer. Versions count from 1 and never change. */
export const QuotationOffer = z.object({
  version: z.int(),
  /** The last day on which any of its lines can be ordered, Asia/Shanghai. */
  validUntil: Day,
  note: z.string(),
  madeAt: Instant,
  lines: z.array(QuotationOfferLine),
})
export type QuotationOffer = z.output<typeof QuotationOffer>

const createLineShape = <Sku extends z.ZodMiniType>(sku: Sku) =>
  z.object({
    lineNo: z.int(),
    /** The asked SKU as it is now; null: parts that are described in words, or the SKU is no longer known. */
    sku: z.nullable(sku),
    /** Its name, specification, unit and code at the time of the request, or the buyer's words. */
    name: z.string(),
    spec: z.string(),
    unit: z.string(),
    skuCode: z.string(),
    goodsNum: z.int(),
    /** The unit price that the buyer hopes for, in yuan; null: none. */
    wishedPrice: z.nullable(Yuan),
    note: z.string(),
    /** The offered SKU as it is now: its stock, and the price without a quotation; null: there is no offer for the line. */
    offeredSku: z.nullable(sku),
    /** What the current version says about the line; null: there is none yet. */
    offer: z.nullable(QuotationOfferLine),
    /** The order that has bought the line and is not cancelled; null: there is none. */
    orderNo: z.nullable(OrderNo),
    /** The last day of its offer is over, while other lines of the same offer may still be ordered. */
    ended: z.boolean(),
  })

export const QuotationLine = createLineShape(SkuBriefWithWithheldPrices)
export type QuotationLine = z.output<typeof QuotationLine>
export const ConsoleQuotationLine = createLineShape(SkuBrief)
export type ConsoleQuotationLine = z.output<typeof ConsoleQuotationLine>

/** A drawing of a request: a picture, or a PDF. It is never removed or replaced, because offers are made by it. */
export const QuotationDrawing = z.object({
  drawingNo: z.int(),
  fileId: Id,
  /** The line that it belongs to; null: the whole request. */
  lineNo: z.nullable(z.int()),
  /** The name of the file as it was uploaded. */
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  /** The offer that there was when it was added; 0: there was none. Later versions are about it, too. */
  version: z.int(),
  by: z.string(),
  at: Instant,
})
export type QuotationDrawing = z.output<typeof QuotationDrawing>

/** The name under which a drawing is saved: a picture was encoded again, so its ending may be another one. */
export function toDrawingFileName({ name, mediaType }: Pick<QuotationDrawing, 'name' | 'mediaType'>): string {
  const dot = name.lastIndexOf('.')
  return `${dot > 0 ? name.slice(0, dot) : name}${mediaType === PDF_TYPE ? '.pdf' : '.jpg'}`
}

/** Whether an offer was made with a drawing before it. */
export const isDrawingOfOffer = (drawing: Pick<QuotationDrawing, 'version'>, offer: Pick<QuotationOffer, 'version'>): boolean =>
  drawing.version < offer.version

/** `no`: messages of a quotation count from 1. */
export const QuotationMessage = z.object({ no: z.int(), from: z.enum(['buyer', 'staff']), by: z.string(), text: z.string(), at: Instant })
export type QuotationMessage = z.output<typeof QuotationMessage>

/** An order that was made from a quotation, also one that was cancelled. */
const QuotationOrder = z.object({
  orderNo: OrderNo,
  state: OrderStateSchema,
  payable: Yuan,
  createdAt: Instant,
  lineNos: z.array(z.int()),
})

/** What a buyer can do now. `order` also says that at least one offered line is free. */
export const buyerQuotationActions = {
  order: '按报价下单',
  askAgain: '请求重新报价',
  finish: '其余不再下单',
  decline: '谢绝报价',
  withdraw: '撤回询价',
  sendMessage: '留言',
  addDrawings: '补充图纸',
} as const
export type BuyerQuotationAction = keyof typeof buyerQuotationActions

/** What staff can do now. */
export const staffQuotationActions = { quote: '报价', refuse: '不予报价', sendMessage: '留言' } as const
export type StaffQuotationAction = keyof typeof staffQuotationActions

const rowFields = {
  id: Id,
  quotationNo: QuotationNo,
  /** An offer whose last day is over counts as EXPIRED, also before the job has marked it. */
  state: QuotationStateSchema,
  title: z.string(),
  /** The first line in words. */
  firstGoods: z.string(),
  lineCount: z.int(),
  createdBy: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  /** Since when it waits for an offer: the request, or the last time it was asked for again. */
  waitsSince: Instant,
  /** The number of the current offer; 0: there is none yet. */
  version: z.int(),
  validUntil: z.nullable(Day),
  /** How many lines of the current offer have a price, and how many of them are ordered. */
  offeredCount: z.int(),
  orderedCount: z.int(),
  /** How many of them ended before they were ordered. */
  endedCount: z.int(),
  /** The first and the last of the last days of lines that can still be ordered; null: no line can. */
  soonestLastDay: z.nullable(Day),
  latestLastDay: z.nullable(Day),
  /**
   * The current offer times the quantities, at the price for payment at once, without lines that ended before the offer did and were not ordered;
   * null: there is none yet.
   */
  offeredAmount: z.nullable(Yuan),
}
/** Whether the other side has written what nobody of this side has read yet. */
const hasUnread = z.boolean()
export const QuotationRow = z.object({ ...rowFields, hasUnread })
export type QuotationRow = z.output<typeof QuotationRow>

const detailFields = {
  ...rowFields,
  remark: z.string(),
  /** The address that prices and delivery are asked for; null: none, or it was deleted. */
  addressId: z.nullable(Id),
  /** Province, city and district of it at the time of the request; '': none. */
  shipTo: z.string(),
  /** The day by which the buyer needs the goods. */
  wantedDay: z.nullable(Day),
  /** Why staff refused, or why the buyer declined or withdrew; '': no reason. */
  reason: z.string(),
  /** All versions, the current one first. */
  offers: z.array(QuotationOffer),
  drawings: z.array(QuotationDrawing),
  messages: z.array(QuotationMessage),
  /** The last message that somebody of the reader's side has read; 0: none. Those of the other side after it are new. */
  readUpTo: z.int(),
  orders: z.array(QuotationOrder),
}

export const QuotationDetail = z.object({
  ...detailFields,
  lines: z.array(QuotationLine),
  actions: z.array(z.enum(keysOf(buyerQuotationActions))),
})
export type QuotationDetail = z.output<typeof QuotationDetail>

const companyFields = {
  enterpriseId: Id,
  enterpriseName: z.nullable(z.string()),
  /** Since when the buyer waits for an answer to what he has written; null: he does not. */
  unansweredSince: z.nullable(Instant),
}
export const ConsoleQuotationRow = z.object({ ...z.omit(QuotationRow, { createdBy: true }).shape, ...companyFields })
export type ConsoleQuotationRow = z.output<typeof ConsoleQuotationRow>

export const ConsoleQuotation = z.object({
  ...detailFields,
  ...companyFields,
  rowVersion: z.int(),
  lines: z.array(ConsoleQuotationLine),
  actions: z.array(z.enum(keysOf(staffQuotationActions))),
})
export type ConsoleQuotation = z.output<typeof ConsoleQuotation>
