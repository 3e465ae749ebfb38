import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The kinds of work for those who give coupons and write for buyers: the list, and the text if nothing waits. */
export const marketingWorkQueueKinds = {
  couponEnding: {
    seen: getCallWithAccessRule('coupon/templates'),
    idle: '没有即将到期的',
    ways: [{ label: '去查看', to: '/coupons' as const, search: { ending: '1' } }],
  },
  couponFull: {
    seen: getCallWithAccessRule('coupon/templates'),
    idle: '都还有剩余',
    ways: [{ label: '去查看', to: '/coupons' as const, search: { templateState: 'full' } }],
  },
  bannerEnding: {
    seen: getCallWithAccessRule('banner/list'),
    idle: '没有即将结束的',
    ways: [{ label: '去更换', to: '/banners' as const, search: {} }],
  },
  articleDraft: {
    seen: getCallWithAccessRule('article/list'),
    idle: '都已发布',
    ways: [{ label: '去发布', to: '/articles' as const, search: { state: 'draft' } }],
  },
}
