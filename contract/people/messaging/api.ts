import * as z from 'zod/mini'
import { OrderStateSchema } from '#contract/orders/orders/shapes.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, Instant, NullOutput, pageInput, pageOutput } from '#contract/platform/core/fields.ts'
import { type ProtectedFigure, protectedFigureNames, textWithMaskedAmountsField, withheldField } from '#contract/platform/core/figures.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS } from '#contract/platform/core/member-limits.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { MESSAGE_PATH_PREFIX, memberUnreadMessageCountDefinitions } from './unread-api.ts'

export const messageKindLabels = { order: '订单提醒', system: '系统消息', notice: '公告' } as const
export type MessageKind = keyof typeof messageKindLabels
const Kind = z.enum(keysOf(messageKindLabels))

/** The screens that a message can link to, besides that of its order. */
const messageScreens = [
  ...([
    '/my_bill',
    '/my_bill_detail',
    '/my_contract',
    '/credit_account',
    '/credit_account_repayment_log',
    '/credit_group',
    '/my_invoice_detail',
    '/quotation_info',
    '/proposal',
    '/service_contact',
    '/detail',
    '/coupon',
    '/licence',
    ...(['/user_level_normal', '/user_level_middle_unlock', '/user_level_high_unlock'] as const),
    '/api_access',
    '/account',
    '/setting',
  ] as const),
] as const
const Target = z.object({ screen: z.enum(messageScreens), search: z.record(z.string(), z.string()) })
/** The link of a message: a screen of the mall and its search parameters. */
export type MessageTarget = z.output<typeof Target>

export const Message = z.object({
  id: Id,
  kind: Kind,
  title: z.string(),
  /** Plain text; of an announcement Markdown. Its amounts are masked for members who may not see that figure. */
  messageContent: textWithMaskedAmountsField(({ figure }: { figure: ProtectedFigure | null }) => figure),
  /** The figure that its amounts are; null: none that can be masked. */
  figure: z.nullable(z.enum(protectedFigureNames)),
  at: Instant,
  read: z.boolean(),
  /** A pinned announcement. */
  pinned: z.boolean(),
  /** Of an order reminder: the order, its goods, its amount, and its state at that time. */
  order: z.nullable(
    z.object({
      orderNo: z.string(),
      goodsName: z.string(),
      image: z.nullable(Id),
      amount: withheldField('order', Yuan),
      state: OrderStateSchema,
    }),
  ),
  target: z.nullable(Target),
})
export type Message = z.output<typeof Message>

const One = z.strictObject({ id: Id })
const filter = { ...pageInput, kind: z.optional(Kind) }

export const messageEndpoints = defineEndpoints(MESSAGE_PATH_PREFIX, {
  ...memberUnreadMessageCountDefinitions,
  list: readEndpoint({ path: 'list', summary: '消息', needs: 'login', input: z.strictObject(filter), output: pageOutput(Message) }),
  listNotRead: readEndpoint({
    path: 'list_not_read',
    summary: '未读消息',
    needs: 'login',
    input: z.strictObject(filter),
    output: pageOutput(Message),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一条消息',
    needs: 'login',
    input: One,
    output: Message,
    refusals: ['MESSAGE_NOT_FOUND'],
  }),
  read: writeEndpoint({
    path: 'read',
    summary: '标为已读',
    needs: 'login',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: One,
    output: NullOutput,
    refusals: ['MESSAGE_NOT_FOUND'],
  }),
  readAll: writeEndpoint({
    path: 'read-all',
    summary: '全部标为已读',
    needs: 'login',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ kind: z.optional(Kind) }),
    output: z.object({ count: z.int() }),
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '删除消息',
    methods: ['DELETE', 'POST'],
    needs: 'login',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: One,
    output: NullOutput,
    refusals: ['MESSAGE_NOT_FOUND'],
  }),
})
