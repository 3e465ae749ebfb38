import * as z from 'zod/mini'
import { enterpriseIdAndNameFields } from '#contract/billing/finance/enterprise-fields.ts'
import { Day, Id, Instant, Month } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { collectionPromiseLifecycle, collectionTaskLifecycle, orderStopRequestLifecycle } from './collection-lifecycle.ts'
import { collectionLetterKinds } from './letters.ts'

/** 停单范围. */
export const orderStopScopes = { credit: { label: '停止赊销' }, all: { label: '停止全部下单' } } as const
export type OrderStopScope = keyof typeof orderStopScopes
export const OrderStopScopeSchema = z.enum(keysOf(orderStopScopes), '请选择停单范围')

export const CollectionTaskStateSchema = z.enum(keysOf(collectionTaskLifecycle.states), '状态不正确')
export const CollectionLetterKindSchema = z.enum(keysOf(collectionLetterKinds), '请选择函件类型')
export const OrderStopRequestStateSchema = z.enum(keysOf(orderStopRequestLifecycle.states), '状态不正确')

/** The band of an age: the one-based number of the bands of the settings. */
const BANDS_MAX = 4
export const AgeBandNumber = z.int('账龄不正确').check(z.minimum(1, '账龄不正确'), z.maximum(BANDS_MAX, '账龄不正确'))

/** The band of an age, in days after the due day; `until` is null in the last one. */
export const AgeBand = z.object({ band: z.int(), label: z.string(), from: z.int(), until: z.nullable(z.int()) })
export type AgeBand = z.output<typeof AgeBand>

export const CollectionTask = z.object({
  ...enterpriseIdAndNameFields,
  id: Id,
  state: CollectionTaskStateSchema,
  /** Who works on it; null: nobody yet. */
  ownerId: z.nullable(Id),
  ownerName: z.nullable(z.string()),
  /** The first due day of what is overdue, as of the last run of the job. */
  dueDay: Day,
  /** Days since then, and the band that they lie in. */
  days: z.int(),
  band: z.int(),
  overdue: Yuan,
  /** The promise that waits. */
  promise: z.nullable(z.object({ amount: Yuan, day: Day })),
  /** The company is on the stop-list. */
  stop: z.nullable(OrderStopScopeSchema),
  openedAt: Instant,
  closedAt: z.nullable(Instant),
})
export type CollectionTask = z.output<typeof CollectionTask>

export const CollectionPromise = z.object({
  id: Id,
  amount: Yuan,
  day: Day,
  note: z.string(),
  state: z.enum(keysOf(collectionPromiseLifecycle.states)),
  /** What came since it was made and counts from its day or before, as of the last run of the job. */
  received: Yuan,
  madeBy: z.string(),
  madeAt: Instant,
})
export type CollectionPromise = z.output<typeof CollectionPromise>

export const CollectionLetter = z.object({
  id: Id,
  kind: CollectionLetterKindSchema,
  letterNo: z.string(),
  total: Yuan,
  replyDay: Day,
  /** SHA-256 of its content, in hex. */
  hash: z.string(),
  issuedBy: z.string(),
  issuedAt: Instant,
})
export type CollectionLetter = z.output<typeof CollectionLetter>

export const CollectionCounselHandover = z.object({
  id: Id,
  firm: z.string(),
  counsel: z.string(),
  day: Day,
  note: z.string(),
  fileName: z.string(),
  /** SHA-256 of the file, in hex. */
  hash: z.string(),
  madeBy: z.string(),
  madeAt: Instant,
})
export type CollectionCounselHandover = z.output<typeof CollectionCounselHandover>

/** What happens to a task, as its history says it. */
export const collectionTaskEntryKinds = {
  open: { label: '建立任务' },
  assign: { label: '分配' },
  note: { label: '跟进' },
  promise: { label: '登记承诺' },
  withdraw: { label: '撤回承诺' },
  keep: { label: '承诺已兑现' },
  break: { label: '承诺未兑现' },
  letter: { label: '发函' },
  handOver: { label: '移交律师' },
  takeBack: { label: '收回' },
  stop: { label: '停单' },
  lift: { label: '解除停单' },
  close: { label: '结清' },
} as const
export type CollectionTaskEntryKind = keyof typeof collectionTaskEntryKinds

const CollectionTaskEntry = z.object({
  id: Id,
  kind: z.enum(keysOf(collectionTaskEntryKinds)),
  note: z.string(),
  /** Null: the job. */
  staffName: z.nullable(z.string()),
  at: Instant,
})
export type CollectionTaskEntry = z.output<typeof CollectionTaskEntry>

/** A company on the stop-list. */
export const OrderStop = z.object({ scope: OrderStopScopeSchema, reason: z.string(), contact: z.string() })
export type OrderStop = z.output<typeof OrderStop>

export const CollectionTaskDetail = z.object({
  ...CollectionTask.shape,
  /** What is overdue by statement, and the unpaid interest, at this moment. */
  statements: z.array(z.object({ month: Month, dueDay: Day, amount: Yuan })),
  interest: Yuan,
  /** The newest first, of each at most `COLLECTION_ROWS_MAX`. */
  promises: z.array(CollectionPromise),
  letters: z.array(CollectionLetter),
  handovers: z.array(CollectionCounselHandover),
  entries: z.array(CollectionTaskEntry),
  stopped: z.nullable(OrderStop),
  /** A request about the stop-list waits for another person. */
  stopWaits: z.boolean(),
})
export type CollectionTaskDetail = z.output<typeof CollectionTaskDetail>

export const COLLECTION_TASK_DETAIL_ROWS_MAX = 200

export const OrderStopRequest = z.object({
  ...enterpriseIdAndNameFields,
  id: Id,
  action: z.enum(['put', 'lift']),
  scope: z.nullable(OrderStopScopeSchema),
  contact: z.nullable(z.string()),
  reason: z.string(),
  state: OrderStopRequestStateSchema,
  proposedBy: z.string(),
  proposedAt: Instant,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(Instant),
  /** The caller has made the request: he may withdraw it and not agree to it. */
  own: z.boolean(),
})
export type OrderStopRequest = z.output<typeof OrderStopRequest>

const tally = { count: z.int(), amount: Yuan }
const reportTallies = {
  promised: z.object(tally),
  kept: z.object(tally),
  broken: z.object(tally),
  waiting: z.object(tally),
  withdrawn: z.object(tally),
  /** What came for all of them by their days. */
  received: Yuan,
}
/** The promises of an owner whose day lies in a month. */
export const CollectionPromiseReportRow = z.object({ month: Month, ownerId: Id, ownerName: z.string(), ...reportTallies })
/** The sums of these rows. */
export const CollectionReportTotals = z.object(reportTallies)
export type CollectionReportTotals = z.output<typeof CollectionReportTotals>
export type CollectionPromiseReportRow = z.output<typeof CollectionPromiseReportRow>
