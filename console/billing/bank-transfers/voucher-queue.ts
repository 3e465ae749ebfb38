import { tabsFilterWithAll, textFilter } from '#console/platform/components/list/filters.ts'
import type { CaseQueue } from '#console/platform/components/next-case/case-queue.ts'
import type { VoucherReviewRow } from '#contract/billing/bank/voucher-api.ts'
import { Text } from '#contract/platform/core/fields.ts'
import { formatLabelWithCount, toVoucherStateFilter, toVoucherStateTabs } from './voucher-view.ts'
import { voucherApi } from './vouchers-api.ts'

/** The filters of the list, with how many vouchers wait for the first and for the second person. */
export const toVoucherFilters = ({ review, second }: { review?: number | undefined; second?: number | undefined }) => ({
  state: tabsFilterWithAll('状态', formatLabelWithCount('待审核', review), toVoucherStateTabs(second), 'ALL'),
  keyword: textFilter('查找', Text(60), '企业/订单号/转账附言'),
})

/** The vouchers that wait for a reviewer. Who has approved one first cannot be its second person. */
export const voucherQueue: CaseQueue<ReturnType<typeof toVoucherFilters>, VoucherReviewRow> = {
  list: '/vouchers',
  screen: '/voucher',
  fields: toVoucherFilters({}),
  rows: ({ state, ...input }, options) => voucherApi.list({ ...input, ...toVoucherStateFilter(state) }, options),
  waits: { by: 'state', for: [undefined, 'SECOND'] },
  queryKey: ['voucher'],
  id: ({ id }) => id,
  at: ({ enterpriseId, id }) => ({ enterpriseId, id }),
  isOthers: ({ state, firstBy }, { name }) => state === 'SECOND' && firstBy === name,
}
