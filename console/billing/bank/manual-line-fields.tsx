import { Form, Input } from 'antd'
import { OwnAccountField } from '#console/billing/own-accounts/own-account-field.tsx'
import { AmountField, DayField } from '#console/platform/components/forms/fields.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useNow } from '#console/platform/components/use-now.ts'
import { BankReference, ManualBankLineInput } from '#contract/billing/bank/shapes.ts'
import { getEarliestValueDayForOnePerson, getEarliestValueDayForTwoPeople } from '#contract/billing/bank/value-day.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'

const { shape } = ManualBankLineInput

/**
 * The fields of a transfer that came in, as the bank's page shows them. `sum` is the label of the amount, which is optional if the form has
 * another amount. `early`: a day that lies too far back for one person may be typed, because the form asks another person for it.
 */
export function ManualBankLineFields({ sum, early = false }: { sum: 'required' | 'optional'; early?: boolean }) {
  const today = toShanghaiDay(useNow())
  const alone = getEarliestValueDayForOnePerson(today)
  const earliest = early ? getEarliestValueDayForTwoPeople(today) : alone
  return (
    <>
      <OwnAccountField label="收款账户" />
      <div className="field-pair">
        <Form.Item name="reference" label="银行流水号" required rules={[toFormRule(BankReference)]}>
          <Input autoComplete="off" className="num" />
        </Form.Item>
        <DayField
          name="day"
          label="到账日期"
          min={earliest}
          max={today}
          help={`早于 ${alone} 的${early ? '须另一位财务同意' : '在“登记流水”中申请'}`}
          against={(day) => (day < earliest ? `最早 ${earliest}` : day > today ? '不能晚于今天' : undefined)}
        />
      </div>
      <div className="field-pair">
        <AmountField
          name="lineAmount"
          label={sum === 'required' ? '流水金额' : '流水金额（与到账金额相同可不填）'}
          rule={shape.amount}
          optional={sum === 'optional'}
        />
        <Form.Item name="payerName" label="付款户名" rules={[toFormRule(shape.payerName)]}>
          <Input autoComplete="off" />
        </Form.Item>
      </div>
      <div className="field-pair">
        <Form.Item name="payerAccount" label="付款账号" rules={[toFormRule(shape.payerAccount)]}>
          <Input autoComplete="off" className="num" />
        </Form.Item>
        <Form.Item name="lineRemark" label="附言" rules={[toFormRule(shape.remark)]}>
          <Input autoComplete="off" />
        </Form.Item>
      </div>
    </>
  )
}
