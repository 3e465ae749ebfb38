import * as z from 'zod/mini'
import { bankSettings, distinctOwnAccounts, ownAccountFields } from '#contract/billing/bank/own-accounts.ts'
import { JournalSettings } from '#contract/billing/journal/settings.ts'
import {
  areProvisionBandsRising,
  PROVISION_BANDS_FAULT,
  type ProvisionBands,
  provisionBandFields,
} from '#contract/money/provisions/bands.ts'
import { acceptanceLimitReleaseTimes } from '#contract/money/statements/acceptance-lifecycle.ts'
import { DailyInterestRateBp } from '#contract/money/statements/credit-terms.ts'
import { setupSteps } from '#contract/operations/setup/setup-steps.ts'
import { FieldChange } from '#contract/people/staff/field-changes.ts'
import { reauthenticationFields, reauthenticationRefusals } from '#contract/people/staff/sensitive-change-api.ts'
import { SensitiveChangeResult } from '#contract/people/staff/sensitive-change-result.ts'
import { UnifiedCreditCode } from '#contract/people/verification/fields.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Email, EmptyInput, Id, Instant, NullOutput, RequiredText, RowVersion, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { YuanUpTo } from '#contract/platform/core/money.ts'

const Days = (max: number) => z.int('天数必须为整数').check(z.minimum(0, '天数不能小于 0'), z.maximum(max, `天数不能超过 ${max}`))
const BandDays = z.int('天数必须为整数').check(z.minimum(1, '天数至少 1'), z.maximum(3_650, '天数不能超过 3650'))
const Url = z.string('请输入网址').check(z.maxLength(200, '网址过长'), z.regex(/^https:\/\/[^\s<>"]+$/, '网址须以 https:// 开头'))

/** Each band of ages ends later than the one before. */
const later = z.refine<{ band1: number; band2: number; band3: number }>(({ band1, band2, band3 }) => band1 < band2 && band2 < band3, {
  message: '账龄须逐档增加',
  path: ['band2'],
})

/** Each level has a higher threshold than the one below it. */
const rising = z.refine<{ silver: number; gold: number; platinum: number }>(
  ({ silver, gold, platinum }) => silver < gold && gold < platinum,
  { message: '门槛须逐级升高', path: ['gold'] },
)

const risingBands = z.refine<ProvisionBands>(areProvisionBandsRising, { message: PROVISION_BANDS_FAULT, path: ['days2'] })

/** The settings that staff can change, by group. Amounts are in yuan. */
export const settingGroups = {
  site: z.strictObject({
    name: RequiredText(20, '请输入商城名称'),
    shortName: RequiredText(8, '请输入简称'),
    tagline: Text(8),
    introduction: Text(120),
    address: RequiredText(100, '请输入地址'),
    phone: RequiredText(30, '请输入电话'),
    email: Email,
    hours: RequiredText(50, '请输入服务时间'),
    copyright: RequiredText(100, '请输入版权信息'),
    filingNo: RequiredText(50, '请输入备案号'),
    filingUrl: Url,
    logoId: z.nullable(Id),
    darkLogoId: z.nullable(Id),
  }),
  /** The company that signs contracts and issues invoices. */
  party: z.strictObject({
    companyName: RequiredText(60, '请输入公司名称'),
    creditCode: UnifiedCreditCode,
    address: RequiredText(100, '请输入地址'),
    phone: RequiredText(30, '请输入电话'),
    bankName: ownAccountFields.bankName,
    accountNo: ownAccountFields.accountNo,
    /** The picture of its stamp, which is printed on contracts. */
    stampId: z.nullable(Id),
  }),
  credit: z.strictObject({
    /** The amount that may be unpaid before a statement counts as overdue. */
    overdueTolerance: YuanUpTo(10_000),
    /** Days after the due day before new holds are blocked. */
    graceDays: Days(30),
    dailyRateBp: DailyInterestRateBp,
    /** 还款日遇节假日顺延. Left out: on. */
    holidayGrace: z.optional(z.boolean()),
  }),
  /** 坏账准备: the age bands of what companies owe, and what is set aside of each. */
  provision: z.strictObject(provisionBandFields).check(risingBands),
  /** 承兑汇票: when the limit that a bill covers can be used again, by the kind of acceptor. */
  acceptance: z.strictObject({
    bankFreesAt: z.enum(keysOf(acceptanceLimitReleaseTimes)),
    commercialFreesAt: z.enum(keysOf(acceptanceLimitReleaseTimes)),
  }),
  /** 采购发票匹配: the share by which what a supplier invoices may differ from what was ordered. */
  purchaseMatch: z.strictObject({
    priceToleranceBp: z.int('允许的价差不正确').check(z.minimum(0, '允许的价差不能小于 0'), z.maximum(1_000, '允许的价差最多 10%')),
  }),
  bank: bankSettings,
  collection: z
    .strictObject({
      /** The last days of the first three bands by which overdue companies are grouped. */
      band1: BandDays,
      band2: BandDays,
      band3: BandDays,
      /** Who has typed a bank line above this amount may not assign it. */
      typerAssignsUpTo: YuanUpTo(100_000_000),
    })
    .check(later),
  levels: z.strictObject({ silver: YuanUpTo(), gold: YuanUpTo(), platinum: YuanUpTo() }).check(rising),
  setup: z.strictObject({
    /** Whether the opening is finished: then the first page of administrators is the queue. */
    finished: z.boolean(),
    /** The steps that a person has settled: they were checked, or this mall does not need them. */
    settled: z.array(z.enum(keysOf(setupSteps))),
  }),
  /** The picture of the home page's stage, and the goods that it shows. */
  stage: z.strictObject({ pictureId: z.nullable(Id), alt: z.string(), goodsId: z.nullable(Id) }),
  prices: z.strictObject({
    /** A price change above this percentage needs a confirmation. */
    askAbovePercent: z.int('幅度必须为整数').check(z.minimum(1, '幅度至少 1%'), z.maximum(100, '幅度不能超过 100%')),
  }),
  /** 自动确认收货: how many days after the carriers have delivered everything of an order it is received automatically. */
  receipt: z.strictObject({
    daysAfterDelivery: z.int('天数必须为整数').check(z.minimum(3, '至少 3 天'), z.maximum(30, '最多 30 天')),
  }),
  /** 代客下单: for how many days after the day of sending a buyer can confirm what staff have prepared. */
  orderProposal: z.strictObject({
    validDays: z.int('天数必须为整数').check(z.minimum(1, '至少 1 天'), z.maximum(30, '最多 30 天')),
  }),
  /** 临期批次: how many days before the end of a batch it counts as near it. */
  batches: z.strictObject({ endingDays: BandDays }),
  /** 称重复核: by how much a parcel may differ from the weight of its goods, by the larger of both. */
  weighing: z.strictObject({
    percent: z.int('百分比必须为整数').check(z.minimum(0, '百分比不能小于 0'), z.maximum(50, '百分比不能超过 50')),
    grams: z.int('克数必须为整数').check(z.minimum(0, '克数不能小于 0'), z.maximum(50_000, '克数不能超过 50000')),
  }),
  /** 证件识别与工商查询: whether pictures of papers, and names of companies, may be sent to the services that are connected. */
  reading: z.strictObject({ pictures: z.boolean(), register: z.boolean() }),
  /** The chart of accounts of the journal and its rules, on a screen of their own. */
  journal: JournalSettings,
} as const
export type SettingGroup = keyof typeof settingGroups
export type Settings = { [Group in SettingGroup]: z.output<(typeof settingGroups)[Group]> }

/** The sensitive groups whose first value waits as well, because their default spares the second person. */
export const settingGroupsWhoseFirstValueWaits: readonly SettingGroup[] = ['purchaseMatch']

/**
 * The groups with the time of their last change; null: never changed, so `rowVersion` is 0 and the values are the defaults, or null where
 * every mall needs its own.
 */
const stored = <Group extends z.ZodMiniType>(values: Group) =>
  z.object({ values, rowVersion: RowVersion, changedAt: z.nullable(Instant), changedBy: z.nullable(z.string()) })
/**
 * The common input of a group that moves money. The first value needs proof from the person who sets it; every later one needs another
 * administrator or a day.
 */
const sensitive = { ...reauthenticationFields, rowVersion: RowVersion }
const sensitiveRefusals = ['ROW_CHANGED', 'CHANGE_PENDING', ...reauthenticationRefusals] as const

/** A write of a group that moves no money: it applies at once. */
const plainWriteEndpoint = <Shape extends z.core.$ZodShape>(path: string, summary: string, shape: Shape) =>
  writeEndpoint({
    path,
    summary,
    needs: { staff: 'setting' },
    input: z.strictObject({ ...shape, rowVersion: RowVersion }),
    output: NullOutput,
    refusals: ['ROW_CHANGED'],
  })

export const consoleSettingEndpoints = defineEndpoints('/console-api/api/setting', {
  read: readEndpoint({
    path: 'read',
    summary: '全部设置',
    needs: { staff: 'setting' },
    input: EmptyInput,
    output: z.object({
      site: stored(z.nullable(settingGroups.site)),
      party: stored(z.nullable(settingGroups.party)),
      credit: stored(settingGroups.credit),
      provision: stored(settingGroups.provision),
      acceptance: stored(settingGroups.acceptance),
      purchaseMatch: stored(settingGroups.purchaseMatch),
      bank: stored(z.nullable(z.strictObject(settingGroups.bank.shape))),
      collection: stored(settingGroups.collection),
      levels: stored(settingGroups.levels),
      prices: stored(settingGroups.prices),
      receipt: stored(settingGroups.receipt),
      orderProposal: stored(settingGroups.orderProposal),
      batches: stored(settingGroups.batches),
      weighing: stored(settingGroups.weighing),
      reading: stored(settingGroups.reading),
      /** Which of the services are connected at all. */
      readingServices: z.object({ pictures: z.boolean(), register: z.boolean() }),
      /** The numbers of own accounts with bank lines: they are not changed or removed. */
      usedAccounts: z.array(z.string()),
    }),
  }),
  history: readEndpoint({
    path: 'history',
    summary: '一组设置的历次修改，最近的在前，最多 50 次',
    needs: { staff: 'setting' },
    input: z.strictObject({ group: z.enum(keysOf(settingGroups), '设置不存在') }),
    output: z.array(z.object({ no: z.int(), changes: z.array(FieldChange), savedAt: Instant, savedBy: z.nullable(z.string()) })),
  }),
  setSite: writeEndpoint({
    path: 'set-site',
    summary: '设置公司资料：名称、标志、联系方式和备案号',
    needs: { staff: 'setting' },
    input: z.strictObject({ ...settingGroups.site.shape, rowVersion: RowVersion }),
    output: NullOutput,
    refusals: ['ROW_CHANGED', 'PICTURE_NOT_FOUND'],
  }),
  setParty: writeEndpoint({
    path: 'set-party',
    summary: '设置合同与开票主体；首次设置须输入密码，之后须另一位管理员同意或 24 小时后生效',
    needs: { staff: 'setting' },
    input: z.strictObject({ ...settingGroups.party.shape, ...sensitive }),
    output: SensitiveChangeResult,
    refusals: [...sensitiveRefusals, 'PICTURE_NOT_FOUND'],
  }),
  setPrices: plainWriteEndpoint('set-prices', '设置改价幅度提醒：超过此幅度的改价须确认', settingGroups.prices.shape),
  setReceipt: plainWriteEndpoint(
    'set-receipt',
    '设置自动确认收货：承运公司报告全部签收后几天；只影响之后的签收报告',
    settingGroups.receipt.shape,
  ),
  setOrderProposal: plainWriteEndpoint('set-order-proposal', '设置代客下单的有效天数；只影响之后发出的', settingGroups.orderProposal.shape),
  setBatches: plainWriteEndpoint('set-batches', '设置到期前多少天算临期批次', settingGroups.batches.shape),
  setWeighing: plainWriteEndpoint('set-weighing', '设置称重复核的允许误差：百分比与克数取大者', settingGroups.weighing.shape),
  setReading: plainWriteEndpoint(
    'set-reading',
    '设置认证时是否把证件图片、企业名称发给已接入的识别和查询服务',
    settingGroups.reading.shape,
  ),
  setCredit: writeEndpoint({
    path: 'set-credit',
    summary: '设置逾期与计息；首次设置须输入密码，之后须另一位管理员同意或 24 小时后生效',
    needs: { staff: 'setting' },
    input: z.strictObject({ ...settingGroups.credit.shape, ...sensitive }),
    output: SensitiveChangeResult,
    refusals: [...sensitiveRefusals],
  }),
  setProvision: writeEndpoint({
    path: 'set-provision',
    summary: '设置坏账准备的账龄段与比例，下次计提起用；首次设置须输入密码，之后须另一位管理员同意或 24 小时后生效',
    needs: { staff: 'setting' },
    input: z.strictObject({ ...settingGroups.provision.shape, ...sensitive }).check(risingBands),
    output: SensitiveChangeResult,
    refusals: [...sensitiveRefusals],
  }),
  setAcceptance: writeEndpoint({
    path: 'set-acceptance',
    summary: '设置承兑汇票何时释放额度；首次设置须输入密码，之后须另一位管理员同意或 24 小时后生效',
    needs: { staff: 'setting' },
    input: z.strictObject({ ...settingGroups.acceptance.shape, ...sensitive }),
    output: SensitiveChangeResult,
    refusals: [...sensitiveRefusals],
  }),
  setPurchaseMatch: writeEndpoint({
    path: 'set-purchase-match',
    summary: '设置采购发票允许的价差，只用于之后的匹配；首次设置也须另一位管理员同意或 24 小时后生效',
    needs: { staff: 'setting' },
    input: z.strictObject({ ...settingGroups.purchaseMatch.shape, ...sensitive }),
    output: SensitiveChangeResult,
    refusals: [...sensitiveRefusals],
  }),
  setBank: writeEndpoint({
    path: 'set-bank',
    summary:
      '设置收款账户（买家看到的和其他的）与双人复核限额，已有流水的账号不能修改或删除；首次设置须输入密码，之后须另一位管理员同意或 24 小时后生效',
    needs: { staff: 'setting' },
    input: z.strictObject({ ...settingGroups.bank.shape, ...sensitive }).check(distinctOwnAccounts),
    output: SensitiveChangeResult,
    refusals: [...sensitiveRefusals, 'BANK_ACCOUNT_USED'],
  }),
  setCollection: writeEndpoint({
    path: 'set-collection',
    summary: '设置催收账龄与登记人认领限额；首次设置须输入密码，之后须另一位管理员同意或 24 小时后生效',
    needs: { staff: 'setting' },
    input: z.strictObject({ ...settingGroups.collection.shape, ...sensitive }).check(later),
    output: SensitiveChangeResult,
    refusals: [...sensitiveRefusals],
  }),
  setLevels: writeEndpoint({
    path: 'set-levels',
    summary: '设置会员等级门槛；首次设置须输入密码，之后须另一位管理员同意或 24 小时后生效',
    needs: { staff: 'setting' },
    input: z.strictObject({ ...settingGroups.levels.shape, ...sensitive }).check(rising),
    output: SensitiveChangeResult,
    refusals: [...sensitiveRefusals],
  }),
})
