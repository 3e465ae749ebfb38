import * as z from 'zod/mini'
import type { FieldChange } from '#contract/people/staff/field-changes.ts'
import { RequiredText, RowVersion } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { getDefaultRulesOfJournalStandard, type JournalRule, journalRuleKeys, journalRuleLabels } from './journal-rules.ts'
import { DEFAULT_JOURNAL_STANDARD, journalAccountTypes, journalStandards, listAccountsOfJournalStandard } from './standards.ts'
import { defaultRevenueAndTaxSettings, listRevenueAndTaxSettingChanges, RevenueAndTaxSettings } from './tax-settings.ts'

/** 凭证方式: one entry a day for each rule, or one for each document. */
export const journalEntryGroupings = { day: { label: '按日汇总' }, document: { label: '按单据' } } as const

const JOURNAL_ACCOUNTS_MAX = 300
export const JournalAccountCode = z.string('请输入科目编码').check(z.regex(/^[1-9][0-9]{3,11}$/, '科目编码为 4-12 位数字'))
export const JournalAccountName = RequiredText(40, '请输入科目名称')
const Account = z.strictObject({
  code: JournalAccountCode,
  name: JournalAccountName,
  type: z.enum(keysOf(journalAccountTypes), '科目类别不正确'),
})

interface Chart {
  accounts: readonly { code: string; type: string }[]
  rules: Readonly<Record<string, JournalRule>>
}
const areCodesUnique = z.refine<Chart>(({ accounts }) => new Set(accounts.map(({ code }) => code)).size === accounts.length, {
  message: '科目编码不能重复',
  path: ['accounts'],
})
const areRulesInChart = z.refine<Chart>(
  ({ accounts, rules }) => {
    const memo = new Map(accounts.map(({ code, type }) => [code, type === 'memo']))
    return Object.values(rules).every(
      ({ debit, credit }) => memo.has(debit) && memo.has(credit) && debit !== credit && memo.get(debit) === memo.get(credit),
    )
  },
  { message: '记账规则须是科目表中两个不同的科目，表外科目只与表外科目对应', path: ['rules'] },
)

const fields = {
  standard: z.enum(keysOf(journalStandards), '会计准则不正确'),
  unit: z.enum(keysOf(journalEntryGroupings), '凭证方式不正确'),
  accounts: z.array(Account).check(z.minLength(1, '请填写科目'), z.maxLength(JOURNAL_ACCOUNTS_MAX, `科目最多 ${JOURNAL_ACCOUNTS_MAX} 个`)),
  rules: z.record(z.enum(journalRuleKeys), z.strictObject({ debit: JournalAccountCode, credit: JournalAccountCode })),
  tax: RevenueAndTaxSettings,
}

/** The chart of accounts, and the accounts of every rule. */
export const JournalSettings = z.strictObject(fields).check(areCodesUnique, areRulesInChart)
export type JournalSettings = z.output<typeof JournalSettings>

/** The same with the version that its editor has read. */
export const VersionedJournalSettings = z.strictObject({ ...fields, rowVersion: RowVersion }).check(areCodesUnique, areRulesInChart)

export const defaultJournalSettings: JournalSettings = {
  standard: DEFAULT_JOURNAL_STANDARD,
  unit: 'day',
  accounts: listAccountsOfJournalStandard(DEFAULT_JOURNAL_STANDARD),
  rules: getDefaultRulesOfJournalStandard(DEFAULT_JOURNAL_STANDARD),
  tax: defaultRevenueAndTaxSettings,
}

/**
 * Completes stored settings: a rule that a newer version of the program has added is that of their standards, and its accounts are in the chart.
 */
export function addMissingRulesToJournalSettings(stored: JournalSettings): JournalSettings {
  const rules = { ...getDefaultRulesOfJournalStandard(stored.standard), ...stored.rules }
  const known = new Set(stored.accounts.map(({ code }) => code))
  const used = new Set(Object.values(rules).flatMap(({ debit, credit }) => [debit, credit]))
  const added = listAccountsOfJournalStandard(stored.standard).filter(({ code }) => used.has(code) && !known.has(code))
  return { ...stored, rules, accounts: [...stored.accounts, ...added], tax: { ...defaultRevenueAndTaxSettings, ...stored.tax } }
}

/** '1122 应收账款' */
export const formatJournalAccount = ({ code, name }: { code: string; name: string }): string => `${code} ${name}`

/** Returns what differs between two settings, account by account and rule by rule. */
export function listJournalSettingChanges(before: JournalSettings, after: JournalSettings): FieldChange[] {
  const standard = (settings: JournalSettings) => journalStandards[settings.standard].label
  const unit = (settings: JournalSettings) => journalEntryGroupings[settings.unit].label
  const accountIn = (settings: JournalSettings, code: string) => {
    const account = settings.accounts.find((one) => one.code === code)
    return account ? `${account.name}（${journalAccountTypes[account.type].label}）` : null
  }
  const rule = ({ debit, credit }: JournalRule) => `借 ${debit} 贷 ${credit}`
  const codes = [...new Set([...before.accounts, ...after.accounts].map(({ code }) => code))].sort()
  const all: FieldChange[] = [
    { name: 'standard', label: '会计准则', from: standard(before), to: standard(after) },
    { name: 'unit', label: '凭证方式', from: unit(before), to: unit(after) },
    ...codes.map((code) => ({
      name: `account ${code}`,
      label: `科目 ${code}`,
      from: accountIn(before, code),
      to: accountIn(after, code) ?? '删除',
    })),
    ...journalRuleKeys.map((key) => ({
      name: `rule ${key}`,
      label: journalRuleLabels[key],
      from: rule(before.rules[key]),
      to: rule(after.rules[key]),
    })),
    ...listRevenueAndTaxSettingChanges(before.tax, after.tax),
  ]
  return all.filter(({ from, to }) => from !== to)
}
