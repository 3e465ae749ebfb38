import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, Instant, LoginPassword, NullOutput, pageInput, pageOutput, RequiredText } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { FieldChange } from './field-changes.ts'
import { sensitiveChangeLifecycle } from './sensitive-change-lifecycle.ts'
import { TotpCode } from './staff-api.ts'

/** The kinds of changes that need a second administrator or a day. */
export const sensitiveChangeKinds = {
  staffAdd: { label: '新增员工' },
  staffRoles: { label: '修改员工角色' },
  staffStatus: { label: '启用或停用员工' },
  staffPassword: { label: '重设员工密码' },
  staffTotp: { label: '重置动态口令' },
  customRole: { label: '修改自定义角色' },
  settingCredit: { label: '逾期与计息' },
  settingProvision: { label: '坏账准备' },
  settingAcceptance: { label: '承兑汇票与额度' },
  settingPurchaseMatch: { label: '采购发票匹配' },
  settingParty: { label: '合同与开票主体' },
  settingBank: { label: '收款账户与双人复核限额' },
  settingCollection: { label: '催收与登记人认领限额' },
  settingLevels: { label: '会员等级门槛' },
  settingJournal: { label: '科目与记账规则' },
  levelBenefits: { label: '会员等级权益' },
  companyRate: { label: '企业逾期日利率' },
} as const
export type SensitiveChangeKind = keyof typeof sensitiveChangeKinds

/** The proof of the person who makes a sensitive change: his password, and the code of his second factor if he has one. */
export const reauthenticationFields = { pwd: z.optional(LoginPassword), code: z.optional(TotpCode) }
export const reauthenticationRefusals = [
  ...(['PASSWORD_AGAIN_NEEDED', 'OLD_PASSWORD_WRONG', 'LOGIN_LOCKED', 'LOGIN_ADDRESS_LOCKED', 'TOTP_NEEDED', 'TOTP_WRONG'] as const),
] as const

export const SensitiveChange = z.object({
  id: Id,
  kind: z.enum(keysOf(sensitiveChangeKinds)),
  kindLabel: z.string(),
  /** The account, enterprise or level that is changed, or the group of settings. */
  subject: z.string(),
  changes: z.array(FieldChange),
  reason: z.nullable(z.string()),
  state: z.enum(keysOf(sensitiveChangeLifecycle.states)),
  label: z.string(),
  askedBy: z.string(),
  askedAt: Instant,
  takesEffectAt: Instant,
  /** null: nobody yet, or the timer. */
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(Instant),
  /** Why it was stopped, or could not be applied any more. */
  note: z.nullable(z.string()),
  /** The actions that the reader can take now. */
  actions: z.array(z.enum(['approve', 'reject', 'withdraw'])),
  /** If the reader is an administrator: why he cannot approve it. */
  whyNotApprove: z.nullable(z.string()),
})
export type SensitiveChange = z.output<typeof SensitiveChange>

const stateField = z.enum(keysOf(sensitiveChangeLifecycle.states), '状态不正确')
/** The screen that the changes belong to: accounts, settings, or enterprises and levels. */
export const sensitiveChangeScreenAreas = { staff: { label: '员工' }, setting: { label: '设置' }, terms: { label: '利率与权益' } } as const

export const consoleSensitiveChangeEndpoints = defineEndpoints('/console-api/api/sensitive-change', {
  list: readEndpoint({
    path: 'list',
    summary: '敏感变更：待生效的在前，写明原值、新值、提出人和生效时间；没有查看权限的只看到自己提出的',
    needs: 'staff',
    input: z.strictObject({
      ...pageInput,
      state: z.optional(stateField),
      area: z.optional(z.enum(keysOf(sensitiveChangeScreenAreas), '类型不正确')),
    }),
    output: pageOutput(SensitiveChange),
  }),
  approve: writeEndpoint({
    path: 'approve',
    locksCaller: true,
    summary: '同意敏感变更：由另一位管理员输入自己的密码，立即生效',
    needs: { staff: 'sensitiveChangeDecide' },
    audits: 'row',
    input: z.strictObject({ id: Id, ...reauthenticationFields }),
    output: NullOutput,
    refusals: [
      ...(['SENSITIVE_CHANGE_NOT_FOUND', 'SENSITIVE_CHANGE_DECIDED', 'SENSITIVE_CHANGE_LAPSED', 'OWN_ACCOUNT'] as const),
      ...(['SECOND_PERSON_NEEDED', 'SECOND_PERSON_TIED', 'CHANGE_PENDING', 'STAFF_NOT_FOUND', 'STAFF_EXISTS', 'LAST_ADMIN'] as const),
      ...(['CUSTOM_ROLE_NOT_FOUND', 'CUSTOM_ROLE_EXISTS', 'OWN_ROLE', 'BEYOND_OWN_PERMISSIONS'] as const),
      ...([
        'ENTERPRISE_NOT_FOUND',
        'COUPON_TEMPLATE_NOT_FOUND',
        'COUPON_STOPPED',
        'COUPON_OTHER_COMPANIES',
        'SKU_NOT_FOUND',
        'JOURNAL_TAX_BEGUN',
      ] as const),
      ...reauthenticationRefusals,
    ],
  }),
  reject: writeEndpoint({
    path: 'reject',
    summary: '阻止敏感变更：任何管理员都可以，写明原因',
    needs: { staff: 'sensitiveChangeDecide' },
    audits: 'row',
    input: z.strictObject({ id: Id, reason: RequiredText(200, '请填写原因') }),
    output: NullOutput,
    refusals: ['SENSITIVE_CHANGE_NOT_FOUND', 'SENSITIVE_CHANGE_DECIDED'],
  }),
  withdraw: writeEndpoint({
    path: 'withdraw',
    summary: '撤回自己提出的敏感变更',
    needs: 'staff',
    audits: 'row',
    input: z.strictObject({ id: Id }),
    output: NullOutput,
    refusals: ['SENSITIVE_CHANGE_NOT_FOUND', 'SENSITIVE_CHANGE_DECIDED'],
  }),
})
