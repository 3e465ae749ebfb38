import type { OtherOwnAccount } from '#contract/billing/bank/own-accounts.ts'
import { formatProvisionShare } from '#contract/money/provisions/bands.ts'
import { acceptanceLimitReleaseTimes } from '#contract/money/statements/acceptance-lifecycle.ts'
import { setupSteps } from '#contract/operations/setup/setup-steps.ts'
import type { FieldChange } from '#contract/people/staff/field-changes.ts'
import { type Fen, formatMoney, formatRateAsExactPercent } from '#contract/platform/core/money.ts'
import type { SettingGroup, Settings } from './console-api.ts'

interface Field<Value> {
  label: string
  format: (value: Value) => string
}
/** The groups whose fields have a label each. The journal compares its own, account by account. */
type LabelledGroup = Exclude<SettingGroup, 'journal'>
type Fields = { [G in LabelledGroup]: { [F in keyof Settings[G]]-?: Field<Settings[G][F]> } }

const text = (label: string): Field<string> => ({ label, format: (value) => value })
const SHOWN_OF_ID = 8
/** A picture is shown by the end of its id, so that the audit trail can distinguish two pictures. */
const picture = (label: string): Field<string | null> => ({
  label,
  format: (id) => (id === null ? '没有图片' : `图片 ${id.slice(-SHOWN_OF_ID)}`),
})
const amount = (label: string): Field<Fen> => ({ label, format: (value) => formatMoney(value) })

const days = (label: string): Field<number> => ({ label, format: (value) => `${value} 天` })
const switched = (label: string): Field<boolean> => ({ label, format: (on) => (on ? '开' : '关') })
const freedAt = (label: string): Field<keyof typeof acceptanceLimitReleaseTimes> => ({
  label,
  format: (value) => acceptanceLimitReleaseTimes[value].label,
})
const share = (label: string): Field<number> => ({ label, format: formatProvisionShare })

const formatOtherOwnAccount = ({ shortName, bankName, accountNo, accountName, bankCode, enabled }: OtherOwnAccount): string =>
  [shortName, bankName, accountNo, accountName, ...(bankCode === '' ? [] : [`联行号 ${bankCode}`]), ...(enabled ? [] : ['已停用'])].join(
    ' ',
  )

/** The groups of settings with the labels and formats of their fields. Forms, notices and the audit log use the same words. */
export const settingGroupTitles: Record<SettingGroup, string> = {
  site: '公司资料',
  party: '合同与开票主体',
  credit: '逾期与计息',
  provision: '坏账准备',
  acceptance: '承兑汇票与额度',
  purchaseMatch: '采购发票匹配',
  bank: '收款账户与双人复核限额',
  collection: '催收与登记人认领限额',
  levels: '会员等级门槛',
  setup: '开店准备',
  stage: '首页主图',
  prices: '改价幅度提醒',
  receipt: '自动确认收货',
  orderProposal: '代客下单',
  batches: '临期批次',
  weighing: '称重复核',
  reading: '证件识别与工商查询',
  journal: '科目与记账规则',
}
export const settingFields: Fields = {
  site: {
    name: text('商城名称'),
    shortName: text('简称'),
    tagline: text('标语'),
    introduction: text('简介'),
    phone: text('客服电话'),
    email: text('邮箱'),
    hours: text('服务时间'),
    address: text('地址'),
    copyright: text('版权信息'),
    filingNo: text('备案号'),
    filingUrl: text('备案链接'),
    logoId: picture('标志（浅色底）'),
    darkLogoId: picture('标志（深色底）'),
  },
  party: {
    companyName: text('公司名称'),
    creditCode: text('统一社会信用代码'),
    address: text('注册地址'),
    phone: text('电话'),
    bankName: text('开户银行'),
    accountNo: text('账号'),
    stampId: picture('印章图片'),
  },
  credit: {
    overdueTolerance: amount('逾期容忍额'),
    graceDays: days('宽限天数'),
    dailyRateBp: { label: '逾期日利率', format: (bp) => `万分之 ${bp}` },
    holidayGrace: { label: '还款日遇节假日', format: (on) => (on === false ? '不顺延' : '顺延至下一工作日') },
  },
  provision: {
    notDueBp: share('未到期比例'),
    days1: days('第一段至逾期'),
    rate1Bp: share('第一段比例'),
    days2: days('第二段至逾期'),
    rate2Bp: share('第二段比例'),
    days3: days('第三段至逾期'),
    rate3Bp: share('第三段比例'),
    days4: days('第四段至逾期'),
    rate4Bp: share('第四段比例'),
    olderBp: share('更久比例'),
  },
  acceptance: { bankFreesAt: freedAt('银行承兑汇票释放额度'), commercialFreesAt: freedAt('商业承兑汇票释放额度') },
  purchaseMatch: { priceToleranceBp: { label: '允许的价差', format: formatRateAsExactPercent } },
  bank: {
    accountName: text('户名'),
    bankName: text('开户银行'),
    accountNo: text('账号'),
    bankCode: text('联行号'),
    secondAbove: amount('双人复核限额'),
    shortName: { label: '简称', format: (value) => value ?? '' },
    others: { label: '其他账户', format: (accounts = []) => accounts.map(formatOtherOwnAccount).join('；') || '没有' },
  },
  collection: {
    band1: days('第一档账龄至'),
    band2: days('第二档账龄至'),
    band3: days('第三档账龄至'),
    typerAssignsUpTo: amount('登记人认领限额'),
  },
  levels: { silver: amount('白银会员'), gold: amount('黄金会员'), platinum: amount('铂金会员') },
  setup: {
    finished: { label: '完成开店', format: (finished) => (finished ? '是' : '否') },
    settled: { label: '已确认的步骤', format: (steps) => steps.map((step) => setupSteps[step].label).join('、') || '没有' },
  },
  stage: {
    pictureId: picture('图片'),
    alt: text('图片说明'),
    goodsId: { label: '商品', format: (id) => (id === null ? '没有商品' : `商品 ${id.slice(-SHOWN_OF_ID)}`) },
  },
  prices: { askAbovePercent: { label: '改价幅度超过多少须确认', format: (percent) => `${percent}%` } },
  receipt: { daysAfterDelivery: days('全部签收后几天自动确认收货') },
  orderProposal: { validDays: days('发出后几天内可以确认') },
  batches: { endingDays: days('到期前几天算临期') },
  weighing: {
    percent: { label: '允许相差的百分比', format: (percent) => `${percent}%` },
    grams: { label: '允许相差的克数', format: (grams) => `${grams} 克` },
  },
  reading: { pictures: switched('识别证件图片'), register: switched('查询工商登记') },
}

/** Lists are equal if their entries are, in their order. */
const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || (Array.isArray(one) && Array.isArray(other) && JSON.stringify(one) === JSON.stringify(other))

/** Returns the fields of a group that have changed, with the old and the new value. null: the group had no values before. */
export function listChangedSettings<G extends LabelledGroup>(group: G, before: Settings[G] | null, after: Settings[G]): FieldChange[] {
  const fields = settingFields[group]
  return (Object.keys(fields) as (keyof Settings[G] & string)[])
    .filter((name) => !isSameValue(before?.[name], after[name]))
    .map((name) => ({
      name,
      label: fields[name].label,
      from: before && fields[name].format(before[name]),
      to: fields[name].format(after[name]),
    }))
}
