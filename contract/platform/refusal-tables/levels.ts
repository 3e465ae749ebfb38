import type { RefusalTable } from './table.ts'

/** Refusals for the benefits of member levels. */
export const levelRefusals = {
  BENEFIT_LOCKED: { code: 422, msg: '当前会员等级未解锁该权益' },
  BENEFIT_CLAIMED: { code: 409, msg: '本期已领取，请下期再来' },
  BENEFIT_SUSPENDED: { code: 422, msg: '会员权益已暂停，请先还清逾期账单' },
  BENEFIT_NO_BASE: { code: 422, msg: '赊销固定额度为 0，暂不能领取临时额度；可先申请额度' },
  TEMP_LIMIT_IN_FORCE: { code: 409, msg: '已有临时额度生效，到期后再领取' },
  TEMP_LIMIT_IN_GROUP: { code: 409, msg: '集团成员的临时额度由商城授予，请联系客户经理' },
  GIFT_GONE: { code: 422, msg: '赠品已下架，请联系客服更换' },
} as const satisfies RefusalTable
