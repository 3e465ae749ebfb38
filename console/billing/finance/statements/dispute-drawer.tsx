import { Form, Input, Radio } from 'antd'
import { invalidatedByFinance, statementApi } from '#console/billing/finance/finance-api.ts'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { consoleStatementEndpoints } from '#contract/money/statements/console-api.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'

export interface DisputedStatementLine {
  enterpriseId: string
  month: string
  id: string
  amount: Fen
  reason: string
}

const OPINION = consoleStatementEndpoints.decideDispute.input.shape.opinion

interface Props {
  subject: DisputedStatementLine
  open: boolean
  close: () => void
  /** Called after the decision with the id of the line. */
  decided?: (id: string) => void
}

/**
 * Decides a dispute. In favour of the buyer the drawdown is reversed. Otherwise it is due a month later, without interest for that time.
 */
export function DecideDisputeDrawer({ subject, open, close, decided }: Props) {
  const { enterpriseId, month, id, amount, reason } = subject
  const decide = useApiMutation(statementApi.decideDispute, {
    refresh: invalidatedByFinance,
    said: '异议已处理，买家会收到结果',
    done: (_, { id: line }) => {
      close()
      decided?.(line)
    },
  })
  return (
    <FormDrawer<{ outcome: 'for' | 'against'; opinion: string }>
      title="处理账单异议"
      open={open}
      close={close}
      busy={decide.isPending}
      initial={{}}
      submit={({ outcome, opinion }) => decide.mutate({ enterpriseId, month, id, forBuyer: outcome === 'for', opinion })}
      submitText="确定"
      grave
    >
      <p className="drawer-lead">
        {month} 账单 · {formatMoney(amount)} · 买家说：{reason}
      </p>
      <Form.Item name="outcome" label="结果" rules={[{ required: true, message: '请选择结果' }]}>
        <Radio.Group
          className="reason-list"
          options={[
            { value: 'for', label: '支持买家：调整账款，不再欠这一笔；已还的部分退回买家钱包' },
            { value: 'against', label: '维持原账：未还的部分延至下月 10 日到期，不补息' },
          ]}
        />
      </Form.Item>
      <Form.Item name="opinion" label="处理意见" required rules={[toFormRule(OPINION)]}>
        <Input.TextArea rows={3} showCount maxLength={200} placeholder="买家会看到" />
      </Form.Item>
    </FormDrawer>
  )
}
