import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, NullOutput } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'

/**
 * Messages that are important enough to be sent by SMS, mail or WeChat too, if the person wants that. The order is that of the settings; a
 * kind more needs one in the check of `alert_choice`.
 */
export const smsAlertKinds = {
  due: { label: '还款到期与逾期', note: '账单到期前 3 天、到期当天，逾期 1、3、7 天' },
  statement: { label: '月账单', note: '账单已出，账单异议已处理' },
  approval: { label: '采购审批', note: '有采购等待审批，或采购已审批' },
  order: { label: '订单发货', note: '订单全部或部分发出' },
  refund: { label: '取消与退款', note: '订单已取消或退款，收到的款项未能使用而退回' },
  afterSale: { label: '售后进度', note: '审核、验收、换货、退款，以及客服的留言' },
  quotation: { label: '询价', note: '已报价或不予报价、客服留言、报价到期前一天和到期' },
  proposal: { label: '待确认的订单', note: '客服按您的要求准备好订单，等您确认' },
  invoice: { label: '发票', note: '已开具、被驳回、红冲，或待贵公司确认' },
  coupon: { label: '优惠券', note: '收到优惠券，优惠券即将到期' },
  review: { label: '认证结果', note: '企业认证、许可证通过或未通过' },
  stock: { label: '到货通知', note: '您要求到货时通知的商品可以下单了' },
} as const
export type SmsAlertKind = keyof typeof smsAlertKinds
/**
 * The defaults of a main account and of a sub-account: only what the person has asked for by telephone reaches a sub-account too. SMS cost
 * money, so other kinds are off until somebody wants them.
 */
const defaultSmsAlerts: Record<1 | 2, ReadonlySet<SmsAlertKind>> = {
  1: new Set(['due', 'approval', 'proposal']),
  2: new Set(['proposal']),
}

/** Whether a member gets an SMS of a kind as long as he has not chosen. `accountType` 1: the main account. */
export const isSmsAlertOnByDefault = (accountType: 1 | 2, kind: SmsAlertKind): boolean => defaultSmsAlerts[accountType].has(kind)

const Kind = z.enum(keysOf(smsAlertKinds), '请选择提醒类型')

export const smsAlertEndpoints = defineEndpoints('/user-api/api/message/alert', {
  mine: readEndpoint({
    path: 'mine',
    summary: '本人在当前企业的短信、邮件与微信提醒设置',
    needs: 'login',
    input: EmptyInput,
    output: z.array(z.object({ alertKind: Kind, bySms: z.boolean(), byMail: z.boolean(), byWechat: z.boolean() })),
  }),
  choose: writeEndpoint({
    path: 'choose',
    summary: '打开或关闭一种提醒的短信、邮件和微信；byMail、byWechat 不填：不变',
    needs: 'login',
    memberLimit: 'one of a person for each kind.',
    input: z.strictObject({
      alertKind: Kind,
      bySms: z.boolean('请选择是否短信提醒'),
      byMail: z.optional(z.boolean('请选择是否邮件提醒')),
      byWechat: z.optional(z.boolean('请选择是否微信提醒')),
    }),
    output: NullOutput,
    refusals: ['MAIL_UNCONFIRMED', 'WECHAT_UNBOUND'],
  }),
})
