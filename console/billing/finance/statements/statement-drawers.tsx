import { Form, Input, Radio } from 'antd'
import { invalidatedByFinanceDecision, statementApi, waiverOrWriteOffApi } from '#console/billing/finance/finance-api.ts'
import { invalidatedBySensitiveChange } from '#console/people/sensitive-changes/sensitive-changes-api.ts'
import { useShowSensitiveChangeResult } from '#console/people/sensitive-changes/use-show-change-result.ts'
import { SENSITIVE_CHANGE_AUTO_EFFECT_TEXT } from '#console/platform/components/authentication/second-person-texts.ts'
import { AmountField, ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { parseAmountOrThrow, schemaError } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { consoleWaiverOrWriteOffEndpoints, WrittenOffInterestAmount } from '#contract/money/statements/console-api.ts'
import { DAILY_INTEREST_RATE_MAX_BP, DailyInterestRateBp, defaultOverdueTerms } from '#contract/money/statements/credit-terms.ts'
import { type Fen, formatMoney, formatYuan } from '#contract/platform/core/money.ts'
import { formatDailyInterestRate } from './statement-view.ts'

const REASON_MAX = 200

interface RateProps {
  enterpriseId: string
  terms: { dailyRateBp: number | null; platformRateBp: number } | undefined
  open: boolean
  close: () => void
}

/** Sets the daily interest rate: the enterprise's own or the platform's. It applies from the day it takes effect. */
export function SetDailyInterestRateDrawer({ enterpriseId, terms, open, close }: RateProps) {
  const platformRate = terms?.platformRateBp ?? defaultOverdueTerms.dailyRateBp
  const done = useShowSensitiveChangeResult('日利率没有变化', close)
  const set = useApiMutation(statementApi.setDailyRate, { invalidates: invalidatedBySensitiveChange, onSuccess: done })
  return (
    <FormDrawer<{ whose: 'platform' | 'own'; rate?: string; reason: string }>
      title="逾期日利率"
      open={open}
      close={close}
      busy={set.isPending}
      initial={{ whose: terms?.dailyRateBp == null ? 'platform' : 'own', rate: String(terms?.dailyRateBp ?? platformRate) }}
      submit={({ whose, rate, reason }) => set.mutate({ enterpriseId, dailyRateBp: whose === 'own' ? Number(rate) : null, reason })}
      submitText="确定"
    >
      <Form.Item name="whose" label="利率">
        <Radio.Group
          options={[
            { value: 'platform', label: `平台利率（${formatDailyInterestRate(platformRate)}）` },
            { value: 'own', label: '本企业单独设置' },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="rate"
        label="单独设置时，每日万分之"
        rules={[
          ({ getFieldValue }) => ({
            validator: async (_, value: unknown) => {
              if (getFieldValue('whose') !== 'own') return
              const typed = String(value ?? '')
              const fault = /^\d+$/.test(typed)
                ? schemaError(DailyInterestRateBp, Number(typed))
                : `请输入 0–${DAILY_INTEREST_RATE_MAX_BP} 的整数`
              if (fault !== undefined) throw new Error(fault)
            },
          }),
        ]}
        dependencies={['whose']}
      >
        <Input inputMode="numeric" className="num" />
      </Form.Item>
      <ReasonField max={REASON_MAX} />
      <p className="drawer-note">须一位管理员同意，{SENSITIVE_CHANGE_AUTO_EFFECT_TEXT}生效。生效前各日按当时的利率计算，不会改变。</p>
    </FormDrawer>
  )
}

interface ProposeProps {
  enterpriseId: string
  /** The month of a write-off; null: a waiver of interest. */
  month: string | null
  /** The largest amount that can be written off, if it is known. */
  owed: Fen | null
  open: boolean
  close: () => void
}

/** Proposes a waiver or a write-off, which another person decides. */
export function ProposeWaiverOrWriteOffDrawer({ enterpriseId, month, owed, open, close }: ProposeProps) {
  const successMessage = '已提交，等待另一位财务人员处理'
  const writeOff = useApiMutation(waiverOrWriteOffApi.proposeWriteOff, {
    invalidates: invalidatedByFinanceDecision,
    successMessage,
    close,
  })
  const waive = useApiMutation(waiverOrWriteOffApi.proposeWaiver, {
    invalidates: invalidatedByFinanceDecision,
    successMessage,
    close,
  })
  const submit = ({ amount, interest, reason }: { amount: string; interest?: string; reason: string }) => {
    const given = { enterpriseId, amount: parseAmountOrThrow(amount), reason }
    if (month === null) waive.mutate(given)
    else writeOff.mutate({ ...given, month, interest: parseAmountOrThrow(interest || '0') })
  }
  return (
    <FormDrawer<{ amount: string; interest?: string; reason: string }>
      title={month === null ? '申请减免逾期利息' : `申请核销 ${month} 账单`}
      open={open}
      close={close}
      busy={writeOff.isPending || waive.isPending}
      initial={owed === null ? {} : { amount: formatYuan(owed) }}
      submit={submit}
      submitText="提交申请"
    >
      <p className="drawer-lead">
        {owed === null ? '不超过未付利息。' : `不超过待还 ${formatMoney(owed)}。`}由另一位财务人员同意后才入账，自己不能同意自己的申请。
        {month !== null && '核销后账款转入核销债权，仍可追偿。'}
      </p>
      <AmountField name="amount" label="金额" rule={consoleWaiverOrWriteOffEndpoints.proposeWaiver.input.shape.amount} focus />
      {month !== null && (
        <AmountField name="interest" label="连同未付利息" rule={WrittenOffInterestAmount} help="可不填；不超过企业的未付利息" optional />
      )}
      <ReasonField max={REASON_MAX} />
    </FormDrawer>
  )
}
