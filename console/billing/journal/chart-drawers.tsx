import { Form, Input, Select } from 'antd'
import { invalidatedBySensitiveChange } from '#console/people/sensitive-changes/sensitive-changes-api.ts'
import { useShowSensitiveChangeResult } from '#console/people/sensitive-changes/use-show-change-result.ts'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { getOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { getDefaultRulesOfJournalStandard, type JournalRuleKey, journalRuleLabels } from '#contract/billing/journal/journal-rules.ts'
import { JournalAccountCode, JournalAccountName, type JournalSettings, journalEntryGroupings } from '#contract/billing/journal/settings.ts'
import {
  type JournalAccount,
  journalAccountTypes,
  journalStandards,
  listAccountsOfJournalStandard,
} from '#contract/billing/journal/standards.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { journalApi } from './components/journal-api.ts'
import { toAccountOptions } from './components/use-journal-accounts.ts'

/** The chart as it was read. */
export interface StoredChartOfAccounts {
  values: JournalSettings
  rowVersion: number
  changedAt: Date | null
  changedBy: string | null
}

export interface ChartOfAccountsDrawerProps {
  stored: StoredChartOfAccounts
  open: boolean
  close: () => void
}

/** The call that saves the whole chart, and the notice that it waits for a second person. */
export function useSaveChartOfAccounts(close: () => void) {
  const done = useShowSensitiveChangeResult('与现有设置相同', close)
  return useApiMutation(journalApi.setRules, { invalidates: invalidatedBySensitiveChange, onSuccess: done })
}

export const toLabelledSelectOptions = <K extends string>(labels: Record<K, { label: string }>) =>
  keysOf(labels).map((value) => ({ value, label: labels[value].label }))

type StandardFields = Pick<JournalSettings, 'standard' | 'unit'> & RowVersionFormValues

/** Another set of standards replaces the rules by its own, and adds its accounts to the chart. */
export function ChangeJournalStandardDrawer({ stored: { values, rowVersion }, open, close }: ChartOfAccountsDrawerProps) {
  const save = useSaveChartOfAccounts(close)
  const submit = ({ standard, unit, rowVersion: seen }: StandardFields) => {
    const known = new Set(values.accounts.map(({ code }) => code))
    const added = listAccountsOfJournalStandard(standard).filter(({ code }) => !known.has(code))
    const changed =
      standard === values.standard
        ? values
        : { accounts: [...values.accounts, ...added], rules: getDefaultRulesOfJournalStandard(standard) }
    save.mutate({ ...values, ...changed, standard, unit, rowVersion: seen })
  }
  return (
    <FormDrawer<StandardFields>
      title="准则与方式"
      open={open}
      close={close}
      busy={save.isPending}
      initial={{ standard: values.standard, unit: values.unit, rowVersion }}
      submit={submit}
      submitText="提交"
    >
      <RowVersionFormItem error={save.error} />
      <Form.Item name="standard" label="会计准则" required extra="换准则时，记账规则换成新准则的默认规则，新准则的科目加入科目表。">
        <Select options={toLabelledSelectOptions(journalStandards)} getPopupContainer={getOverlayContainer} />
      </Form.Item>
      <Form.Item name="unit" label="凭证方式" required extra="按日汇总：每天每类一张；按单据：每张单据一张。">
        <Select options={toLabelledSelectOptions(journalEntryGroupings)} getPopupContainer={getOverlayContainer} />
      </Form.Item>
    </FormDrawer>
  )
}

/** Adds an account, or gives another name to one. */
export function CreateOrEditJournalAccountDrawer({
  stored: { values, rowVersion },
  account,
  open,
  close,
}: ChartOfAccountsDrawerProps & { account: JournalAccount | null }) {
  const save = useSaveChartOfAccounts(close)
  const submit = ({ rowVersion: seen, ...typed }: JournalAccount & RowVersionFormValues) => {
    const others = values.accounts.filter(({ code }) => code !== account?.code)
    save.mutate({ ...values, accounts: [...others, { ...account, ...typed }], rowVersion: seen })
  }
  return (
    <FormDrawer<JournalAccount & RowVersionFormValues>
      title={account === null ? '新增科目' : `科目 ${account.code}`}
      open={open}
      close={close}
      busy={save.isPending}
      initial={account === null ? { rowVersion } : { ...account, rowVersion }}
      submit={submit}
      submitText="提交"
    >
      <RowVersionFormItem error={save.error} />
      <Form.Item
        name="code"
        label="编码"
        required
        rules={[toFormRule(JournalAccountCode)]}
        extra="前四位为一级科目，如 220301 是 2203 的明细。"
      >
        <Input disabled={account !== null} className="num" />
      </Form.Item>
      <Form.Item name="name" label="名称" required rules={[toFormRule(JournalAccountName)]}>
        <Input />
      </Form.Item>
      <Form.Item name="type" label="类别" required rules={[{ required: true, message: '请选择类别' }]}>
        <Select options={toLabelledSelectOptions(journalAccountTypes)} getPopupContainer={getOverlayContainer} />
      </Form.Item>
    </FormDrawer>
  )
}

interface RuleFields extends RowVersionFormValues {
  debit: string
  credit: string
}

/** The two accounts of a rule. */
export function EditJournalRuleDrawer({
  stored: { values, rowVersion },
  rule,
  open,
  close,
}: ChartOfAccountsDrawerProps & { rule: JournalRuleKey }) {
  const save = useSaveChartOfAccounts(close)
  const options = toAccountOptions(values)
  const account = <Select options={options} showSearch={{ optionFilterProp: 'label' }} getPopupContainer={getOverlayContainer} />
  return (
    <FormDrawer<RuleFields>
      title={`记账规则：${journalRuleLabels[rule]}`}
      open={open}
      close={close}
      busy={save.isPending}
      initial={{ ...values.rules[rule], rowVersion }}
      submit={({ rowVersion: seen, ...accounts }) =>
        save.mutate({ ...values, rules: { ...values.rules, [rule]: accounts }, rowVersion: seen })
      }
      submitText="提交"
    >
      <RowVersionFormItem error={save.error} />
      <Form.Item name="debit" label="借方科目" required>
        {account}
      </Form.Item>
      <Form.Item name="credit" label="贷方科目" required>
        {account}
      </Form.Item>
    </FormDrawer>
  )
}
