import { Form, Input, Radio } from 'antd'
import { PaymentPictures } from '#console/billing/finance/components/payment-pictures.tsx'
import { invalidatedByFinanceDecision, statementApi } from '#console/billing/finance/finance-api.ts'
import { AmountField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { parseAmount, toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { consoleStatementEndpoints } from '#contract/money/statements/console-api.ts'
import { type Fen, formatMoney, PositiveYuan } from '#contract/platform/core/money.ts'
import { ReductionsOfDisputedLine } from './line-reductions.tsx'

export interface DisputedStatementLine {
  enterpriseId: string
  month: string
  id: string
  amount: Fen
  reason: string
  /** The ids of its pictures. */
  pictures: readonly string[]
}

const { opinion: OPINION } = consoleStatementEndpoints.decideDispute.input.shape

type Outcome = 'all' | 'part' | 'nothing'

/** The values of the form. `granted` is typed, and only there if a part is granted. */
interface Values {
  outcome: Outcome
  granted?: string
  opinion: string
}

interface Props {
  subject: DisputedStatementLine
  open: boolean
  close: () => void
  /** Called after the decision with the id of the line. */
  decided?: (id: string) => void
}

/**
 * Decides a dispute. What is granted is taken off the drawdown. The rest of the disputed amount is due a month later, without interest for
 * that time.
 */
export function DecideDisputeDrawer({ subject, open, close, decided }: Props) {
  const { enterpriseId, month, id, amount, reason, pictures } = subject
  const decide = useApiMutation(statementApi.decideDispute, {
    invalidates: invalidatedByFinanceDecision,
    successMessage: '异议已处理，买家会收到结果',
    close,
    onSuccess: (_, { id: line }) => decided?.(line),
  })
  return (
    <FormDrawer<Values>
      title="处理账单异议"
      open={open}
      close={close}
      busy={decide.isPending}
      initial={{}}
      submit={({ outcome, granted = '', opinion }) =>
        decide.mutate({
          enterpriseId,
          month,
          id,
          forBuyer: outcome !== 'nothing',
          amount: outcome === 'part' ? parseAmount(granted) : undefined,
          opinion,
        })
      }
      submitText="确定"
      grave
    >
      <p className="drawer-lead">
        {month} 账单 · 异议金额 {formatMoney(amount)} · 买家说：{reason}
      </p>
      <ReductionsOfDisputedLine enterpriseId={enterpriseId} month={month} id={id} />
      {pictures.length > 0 && (
        <PaymentPictures
          title="买家图片"
          enterpriseId={enterpriseId}
          pictures={pictures.map((fileId, at) => ({ fileId, label: `图片 ${at + 1}` }))}
        />
      )}
      <Form.Item name="outcome" label="结果" rules={[{ required: true, message: '请选择结果' }]}>
        <Radio.Group
          className="reason-list"
          options={[
            { value: 'all', label: `支持买家：减少账款 ${formatMoney(amount)}；已还的部分退回买家钱包` },
            { value: 'part', label: '部分支持（折让）：只减少一部分金额，其余按维持原账处理' },
            { value: 'nothing', label: '维持原账：未还的部分延至下月 10 日到期，不补息' },
          ]}
        />
      </Form.Item>
      <Form.Item noStyle dependencies={['outcome']}>
        {({ getFieldValue }) => getFieldValue('outcome') === 'part' && <GrantedAmountField disputed={amount} />}
      </Form.Item>
      <Form.Item name="opinion" label="处理意见" required rules={[toFormRule(OPINION)]}>
        <Input.TextArea rows={3} showCount maxLength={200} placeholder="买家会看到" />
      </Form.Item>
    </FormDrawer>
  )
}

/** How much of the disputed amount is granted: less than all of it. */
function GrantedAmountField({ disputed }: { disputed: Fen }) {
  const tooMuch = (text: string) => ((parseAmount(text) ?? 0) < disputed ? undefined : `应小于异议金额 ${formatMoney(disputed)}`)
  return <AmountField name="granted" label="减少的金额" rule={PositiveYuan} against={tooMuch} focus />
}
