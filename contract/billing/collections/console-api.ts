import * as z from 'zod/mini'
import { defineEndpoints, downloadEndpoint, readEndpoint, uploadEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, EmptyInput, Id, Month, NullOutput, pageInput, pageOutput, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { PositiveYuan, Yuan } from '#contract/platform/core/money.ts'
import { LETTER_DAYS_TO_PAY_MAX } from './letters.ts'
import {
  AgeBand,
  AgeBandNumber,
  CollectionLetterKindSchema,
  CollectionPromiseReportRow,
  CollectionReportTotals,
  CollectionTask,
  CollectionTaskDetail,
  CollectionTaskStateSchema,
  OrderStopRequest,
  OrderStopRequestStateSchema,
  OrderStopScopeSchema,
} from './shapes.ts'

/** How many tasks one call can assign. */
const COLLECTION_ASSIGN_MAX = 100
/** How far ahead a promise may lie, in days. */
export const COLLECTION_PROMISE_DAYS_AHEAD_MAX = 90
/** How far back the day of a hand-over may lie, in days. */
export const COUNSEL_HANDOVER_DAYS_BACK_MAX = 365
export const COUNSEL_HANDOVER_FILE_BYTES_MAX = 10 * 1024 * 1024

const Reason = RequiredText(200, '请填写原因')
const one = { enterpriseId: Id, id: Id }
const filter = {
  /** Left out: all that are not closed. */
  state: z.optional(CollectionTaskStateSchema),
  band: z.optional(AgeBandNumber),
  ownerId: z.optional(Id),
  /** Only tasks that nobody has. */
  unowned: z.optional(z.boolean()),
  keyword: z.optional(Text(50)),
}
const ReplyDays = z
  .int('天数必须为整数')
  .check(z.minimum(1, '至少 1 天'), z.maximum(LETTER_DAYS_TO_PAY_MAX, `最多 ${LETTER_DAYS_TO_PAY_MAX} 天`))

export const consoleCollectionEndpoints = defineEndpoints('/console-api/api/collection', {
  list: readEndpoint({
    path: 'list',
    summary: '催收任务：每家有逾期账单的企业一项，逾期最久的在前',
    needs: { staff: 'collectionView' },
    input: z.strictObject({ ...pageInput, ...filter }),
    output: pageOutput(CollectionTask),
  }),
  summary: readEndpoint({
    path: 'summary',
    summary: '未结清的催收任务：各账龄的企业数与逾期金额，可分配的负责人',
    needs: { staff: 'collectionView' },
    input: EmptyInput,
    output: z.object({
      bands: z.array(z.object({ ...AgeBand.shape, tasks: z.int(), overdue: Yuan })),
      owners: z.array(z.object({ staffId: Id, name: z.string(), tasks: z.int() })),
    }),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一项催收任务：逾期账单、承诺、函件、移交与历史',
    needs: { staff: 'collectionView' },
    input: z.strictObject(one),
    output: CollectionTaskDetail,
    refusals: ['COLLECTION_NOT_FOUND'],
  }),
  assign: writeEndpoint({
    path: 'assign',
    summary: '分配催收任务，可一次多项；不填负责人则收回分配',
    needs: { staff: 'collectionEdit' },
    input: z.strictObject({
      tasks: z
        // `seenOwnerId`: who had it on the screen; a task that somebody else has got meanwhile is left as it is.
        .array(z.strictObject({ ...one, seenOwnerId: z.nullable(Id) }), '请选择任务')
        .check(z.minLength(1, '请选择任务'), z.maxLength(COLLECTION_ASSIGN_MAX, `一次最多 ${COLLECTION_ASSIGN_MAX} 项`)),
      ownerId: z.nullable(Id),
    }),
    /** How many tasks have another owner now. */
    output: z.object({ count: z.int() }),
    refusals: ['COLLECTION_OWNER'],
  }),
  note: writeEndpoint({
    path: 'note',
    summary: '记录跟进',
    needs: { staff: 'collectionEdit' },
    audits: 'row',
    input: z.strictObject({ ...one, text: RequiredText(500, '请填写跟进情况') }),
    output: NullOutput,
    refusals: ['COLLECTION_NOT_FOUND', 'COLLECTION_CLOSED'],
  }),
  promise: writeEndpoint({
    path: 'promise',
    summary: '登记承诺还款：金额与日期；是否兑现按该日之前实际收到的款项判定',
    needs: { staff: 'collectionEdit' },
    audits: 'row',
    input: z.strictObject({ ...one, amount: PositiveYuan, day: Day, note: Text(200) }),
    output: z.object({ promiseId: Id }),
    refusals: ['COLLECTION_NOT_FOUND', 'COLLECTION_CLOSED', 'PROMISE_WAITING', 'COLLECTION_WITH_COUNSEL', 'PROMISE_DAY', 'MORE_THAN_OWED'],
  }),
  withdrawPromise: writeEndpoint({
    path: 'withdraw-promise',
    summary: '撤回待兑现的承诺',
    needs: { staff: 'collectionEdit' },
    audits: 'row',
    input: z.strictObject({ ...one, reason: Reason }),
    output: NullOutput,
    refusals: ['COLLECTION_NOT_FOUND', 'PROMISE_NOT_FOUND'],
  }),
  issueLetter: writeEndpoint({
    path: 'issue-letter',
    summary: '发出催收函件：提醒函、催款函或律师函；内容固定，企业收到消息并可下载',
    needs: { staff: 'collectionEdit' },
    audits: 'row',
    input: z.strictObject({
      ...one,
      kind: CollectionLetterKindSchema,
      replyDays: ReplyDays,
      /** 律师事务所 and 律师, for a letter of counsel. */
      firm: z.optional(Text(60)),
      counsel: z.optional(Text(30)),
    }),
    output: z.object({ letterId: Id, letterNo: z.string() }),
    refusals: ['COLLECTION_NOT_FOUND', 'COLLECTION_CLOSED', 'CONTRACT_PARTY_MISSING', 'NOTHING_OVERDUE', 'COUNSEL_NEEDED'],
  }),
  letter: downloadEndpoint({
    path: 'letter',
    summary: '下载催收函件（PDF，带印章、校验码）；逐次记录',
    needs: { staff: 'collectionView' },
    input: z.strictObject(one),
    refusals: ['LETTER_NOT_FOUND'],
  }),
  handOver: uploadEndpoint({
    path: 'hand-over',
    summary: '移交律师：律师事务所、律师、日期和委托文件（PDF）',
    needs: { staff: 'collectionEdit' },
    audits: 'row',
    input: z.strictObject({
      ...one,
      firm: RequiredText(60, '请填写律师事务所'),
      counsel: RequiredText(30, '请填写律师'),
      day: Day,
      note: Text(200),
      fileName: RequiredText(100, '请选择文件'),
    }),
    output: NullOutput,
    refusals: ['COLLECTION_NOT_FOUND', 'COLLECTION_CLOSED', 'COLLECTION_WITH_COUNSEL', 'HANDOVER_DAY', 'HANDOVER_FILE'],
    fileLimit: { bytesMax: COUNSEL_HANDOVER_FILE_BYTES_MAX, tooLarge: 'HANDOVER_FILE_TOO_LARGE' },
  }),
  handoverFile: downloadEndpoint({
    path: 'handover-file',
    summary: '下载移交律师的委托文件；逐次记录',
    needs: { staff: 'collectionView' },
    input: z.strictObject(one),
    refusals: ['HANDOVER_FILE_NOT_FOUND'],
  }),
  takeBack: writeEndpoint({
    path: 'take-back',
    summary: '从律师处收回',
    needs: { staff: 'collectionEdit' },
    audits: 'row',
    input: z.strictObject({ ...one, reason: Reason }),
    output: NullOutput,
    refusals: ['COLLECTION_NOT_FOUND', 'COLLECTION_NOT_WITH_COUNSEL'],
  }),
  report: readEndpoint({
    path: 'report',
    summary: '承诺还款报表：按月份和负责人，承诺、兑现、未兑现的笔数与金额',
    needs: { staff: 'collectionView' },
    input: z.strictObject({ ...pageInput, monthFrom: z.optional(Month), monthTo: z.optional(Month), ownerId: z.optional(Id) }),
    /** `totals`: the sums of all pages. */
    output: z.object({ ...pageOutput(CollectionPromiseReportRow).shape, totals: CollectionReportTotals }),
  }),
})

export const consoleOrderStopEndpoints = defineEndpoints('/console-api/api/order-stop', {
  list: readEndpoint({
    path: 'list',
    summary: '停单名单的申请，最近的在前',
    needs: { staff: 'collectionView' },
    input: z.strictObject({ ...pageInput, state: z.optional(OrderStopRequestStateSchema), enterpriseId: z.optional(Id) }),
    output: pageOutput(OrderStopRequest),
  }),
  proposePut: writeEndpoint({
    path: 'propose-put',
    summary: '申请停单：停止赊销，或停止全部下单；由另一位财务人员同意后生效',
    needs: { staff: 'collectionEdit' },
    audits: 'enterprise',
    input: z.strictObject({
      enterpriseId: Id,
      scope: OrderStopScopeSchema,
      reason: Reason,
      /** Whom the buyer can talk to: a name and a telephone number. */
      contact: RequiredText(60, '请填写联系人和电话'),
    }),
    output: z.object({ id: Id }),
    refusals: ['CREDIT_NOT_OPEN', 'ORDER_STOP_WAITING'],
  }),
  proposeLift: writeEndpoint({
    path: 'propose-lift',
    summary: '申请解除停单；由另一位财务人员同意后生效',
    needs: { staff: 'collectionEdit' },
    audits: 'enterprise',
    input: z.strictObject({ enterpriseId: Id, reason: Reason }),
    output: z.object({ id: Id }),
    refusals: ['ORDER_NOT_STOPPED', 'ORDER_STOP_WAITING'],
  }),
  decide: writeEndpoint({
    path: 'decide',
    summary: '由另一位财务人员同意或驳回停单申请；申请人可以撤回自己的申请',
    needs: { staff: 'collectionEdit' },
    audits: 'row',
    input: z.strictObject({ ...one, approve: z.boolean() }),
    output: NullOutput,
    refusals: ['FINANCE_REQUEST_NOT_FOUND', 'FINANCE_REQUEST_DECIDED', 'SECOND_PERSON_NEEDED', 'SECOND_PERSON_TIED', 'ORDER_NOT_STOPPED'],
  }),
})
