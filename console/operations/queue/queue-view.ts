import type { LinkProps } from '@tanstack/react-router'
import {
  type CallWithAccessRule,
  checkPermission,
  formatAllowedRoles,
  getCallWithAccessRule,
  mayOpenList,
} from '#console/platform/sessions/permissions.ts'
import type { WorkQueueItem } from '#contract/operations/queue/api.ts'
import { workQueueCalls } from '#contract/operations/queue/work-calls.ts'
import { OWN_ENTERPRISES_FILTER_VALUE } from '#contract/platform/core/own-enterprises.ts'
import type { PermissionHolder } from '#contract/platform/core/permissions.ts'
import { formatShanghaiTimeToMinute, formatTimeLeft } from '#ui/format.ts'
import { financeWorkQueueKinds } from './finance-kinds.ts'
import { goodsWorkQueueKinds } from './goods-kinds.ts'
import { marketingWorkQueueKinds } from './marketing-kinds.ts'

/** A link to the list of the waiting things. */
export interface WorkQueueLink {
  label: string
  to: NonNullable<LinkProps['to']>
  search: Record<string, string>
}

interface Kind {
  /** The roles that may see the list. */
  seen: CallWithAccessRule
  ways: readonly WorkQueueLink[]
  /** The text if nothing waits. */
  idle: string
}

const kinds: Record<WorkQueueItem['kind'], Kind> = {
  verification: {
    seen: getCallWithAccessRule('verification/list'),
    ways: [{ label: '去审核', to: '/reviews', search: { state: 'WAIT' } }],
    idle: '都已审核',
  },
  licence: {
    seen: getCallWithAccessRule('licence/list'),
    ways: [{ label: '去审核', to: '/licences', search: { licenceState: 'pending' } }],
    idle: '都已审核',
  },
  waitSend: {
    seen: getCallWithAccessRule('order/list'),
    ways: [{ label: '去发货', to: '/orders', search: { queue: 'waitSend' } }],
    idle: '都已发出',
  },
  cancelAsked: {
    seen: getCallWithAccessRule('order/list'),
    ways: [{ label: '去处理', to: '/orders', search: { queue: 'cancelAsked' } }],
    idle: '没有申请',
  },
  quotation: {
    seen: getCallWithAccessRule('quotation/list'),
    ways: [{ label: '去报价', to: '/quotations', search: { state: 'REQUESTED' } }],
    idle: '都已报价',
  },
  quotationMessage: {
    seen: getCallWithAccessRule('quotation/list'),
    ways: [{ label: '去回复', to: '/quotations', search: { unanswered: '1' } }],
    idle: '都已回复',
  },
  afterSaleDecide: {
    seen: getCallWithAccessRule('after-sale/list'),
    ways: [{ label: '去审核', to: '/after_sales', search: { queue: 'decide' } }],
    idle: '都已审核',
  },
  afterSaleInspect: {
    seen: getCallWithAccessRule('after-sale/list'),
    ways: [{ label: '去验收', to: '/after_sales', search: { queue: 'inspect' } }],
    idle: '都已验收',
  },
  afterSaleRefund: {
    seen: getCallWithAccessRule('after-sale/list'),
    ways: [{ label: '去退款', to: '/after_sales', search: { queue: 'refund' } }],
    idle: '都已退款',
  },
  afterSaleExchange: {
    seen: getCallWithAccessRule('after-sale/list'),
    ways: [{ label: '去换货', to: '/after_sales', search: { queue: 'exchange' } }],
    idle: '都已发出',
  },
  inquiry: {
    seen: getCallWithAccessRule('inquiry/list'),
    ways: [{ label: '去回复', to: '/inquiries', search: { state: 'OPEN' } }],
    idle: '都已回复',
  },
  commentLow: {
    seen: getCallWithAccessRule('comment/list'),
    ways: [{ label: '去回复', to: '/comments', search: { queue: 'low' } }],
    idle: '没有待回复的低星评论',
  },
  stockOut: {
    seen: getCallWithAccessRule('sku/list'),
    ways: [{ label: '去补货', to: '/skus', search: { soldOut: '1' } }],
    idle: '都有现货',
  },
  stockCount: {
    seen: getCallWithAccessRule('stock-count/list'),
    ways: [{ label: '去审核', to: '/stock_counts', search: { state: 'COUNTED' } }],
    idle: '都已审核',
  },
  stockCountOpen: {
    seen: getCallWithAccessRule('stock-count/list'),
    ways: [{ label: '去录入', to: '/stock_counts', search: { state: 'OPEN' } }],
    idle: '都已盘完',
  },
  sensitiveChange: {
    seen: getCallWithAccessRule('export/sensitive-changes'),
    ways: [{ label: '去处理', to: '/sensitive_changes', search: { state: 'PENDING' } }],
    idle: '没有待生效的变更',
  },
  followUp: {
    seen: getCallWithAccessRule('follow-up/list'),
    ways: [{ label: '去跟进', to: '/follow_ups', search: { part: 'due', manager: OWN_ENTERPRISES_FILTER_VALUE } }],
    idle: '今天没有约定的跟进',
  },
  ...goodsWorkQueueKinds,
  ...financeWorkQueueKinds,
  ...marketingWorkQueueKinds,
  jobFailed: {
    seen: getCallWithAccessRule('job/overview'),
    ways: [{ label: '去处理', to: '/jobs', search: {} }],
    idle: '没有失败的任务',
  },
}

export interface WorkQueueEntry {
  kind: WorkQueueItem['kind']
  label: string
  count: number
  /** Since when the oldest one waits, and how long: '3天4小时'; null if nothing waits or if it is not measured. */
  oldest: string | null
  since: string | null
  /** Whether this person has to do some of it. */
  mine: boolean
  by: string
  ways: readonly WorkQueueLink[]
  idle: string
}

function describe({ kind, label, count, oldestAt }: WorkQueueItem, holder: PermissionHolder, now: Date): WorkQueueEntry {
  const { seen, ways, idle } = kinds[kind]
  const by = getCallWithAccessRule(workQueueCalls[kind])
  return {
    kind,
    label,
    count,
    idle,
    by: formatAllowedRoles(by),
    oldest: oldestAt && formatShanghaiTimeToMinute(oldestAt),
    since: oldestAt && (formatTimeLeft(now, oldestAt) || '不到1秒'),
    mine: checkPermission(holder, by).allowed,
    ways: mayOpenList(holder, seen) ? ways : [],
  }
}

/** Returns the kinds of work: this person's own first, and of these the non-empty ones first. */
export const toWorkQueueEntries = (items: readonly WorkQueueItem[], holder: PermissionHolder, now: Date): WorkQueueEntry[] =>
  items
    .map((item) => describe(item, holder, now))
    .sort((left, right) => Number(right.mine) - Number(left.mine) || Number(right.count > 0) - Number(left.count > 0))

/** The cards of the first page: what a person has to do, his kinds of work of which nothing waits, and the work of other roles. */
export interface WorkQueueGroups {
  waiting: WorkQueueEntry[]
  idle: WorkQueueEntry[]
  others: WorkQueueEntry[]
}

/** Groups the kinds of work. Whoever does none of it sees the work whose lists he may open in the place of his own. */
export function groupWorkQueueEntries(entries: readonly WorkQueueEntry[]): WorkQueueGroups {
  const doesSome = entries.some(({ mine }) => mine)
  const isOwn = ({ mine, ways }: WorkQueueEntry): boolean => (doesSome ? mine : ways.length > 0)
  const own = entries.filter(isOwn)
  return {
    waiting: own.filter(({ count }) => count > 0),
    idle: own.filter(({ count }) => count === 0),
    others: entries.filter((entry) => !isOwn(entry) && entry.count > 0),
  }
}

/** The charts of the first page. What a role does itself stands before what several roles read; the first one is shown at once. */
const workCharts = [
  { kind: 'shipments', label: '发货', call: getCallWithAccessRule('queue/shipments') },
  { kind: 'requests', label: '询价与售后', call: getCallWithAccessRule('queue/requests') },
  { kind: 'receivables', label: '应收', call: getCallWithAccessRule('receivables-report/summary') },
  { kind: 'verifications', label: '认证', call: getCallWithAccessRule('queue/verifications') },
  { kind: 'coupons', label: '优惠券', call: getCallWithAccessRule('queue/coupons') },
  { kind: 'sales', label: '销售', call: getCallWithAccessRule('sales-report/summary') },
  { kind: 'done', label: '办理', call: getCallWithAccessRule('queue/done') },
] as const
export type WorkChartKind = (typeof workCharts)[number]['kind']

/** Lists the charts whose calls a person may make. */
export const listWorkCharts = (holder: Parameters<typeof mayOpenList>[0]): { kind: WorkChartKind; label: string }[] =>
  workCharts.filter(({ call }) => mayOpenList(holder, call))

/** Figures at named places, each series with a value for each place. */
export interface NamedPoints {
  names: readonly string[]
  /** null: the value is not known. */
  series: readonly { name: string; values: (number | null)[] }[]
}

/** Leaves out the series that are zero everywhere. */
export const foldZeroSeries = ({ names, series }: NamedPoints): NamedPoints => ({
  names,
  series: series.filter(({ values }) => values.some((value) => value !== 0 && value !== null)),
})

interface SeriesText extends Pick<NamedPoints, 'series'> {
  /** The values are balances, or of times that overlap: they have no sum, so the last one is told. */
  balances: boolean
  format: (value: number) => string
}

/** Describes series for whoever does not see their chart. */
export const describeSeries = ({ series, balances, format }: SeriesText): string =>
  series
    .map(({ name, values }) => {
      const value = balances ? values.at(-1) : values.reduce<number>((all, value) => all + (value ?? 0), 0)
      return `${name} ${value === null || value === undefined ? '—' : format(value)}`
    })
    .join('，')
