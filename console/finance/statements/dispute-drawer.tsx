import { Form, Input, Radio } from 'antd'
import type { Fen } from '../../../contract/money.ts'
import { consoleStatement } from '../../../contract/statements/console-api.ts'
import { money } from '../../../ui/format.ts'
import { FormDrawer } from '../../kit/form/form-drawer.tsx'
import { ruleOf } from '../../kit/form/rule.ts'
import { useCall } from '../../kit/use-call.ts'
import { financeMoves, statementApi } from '../finance-api.ts'

export interface Disputed {
  enterpriseId: string
  month: string
  id: string
  amount: Fen
  reason: string
}

const OPINION = consoleStatement.decideDispute.input.shape.opinion

/** Decides a dispute: for the buyer the drawdown is taken back, against him it is due a month later without back interest. */
export function DisputeDrawer({ subject, open, close }: { subject: Disputed; open: boolean; close: () => void }) {
  const { enterpriseId, month, id, amount, reason } = subject
  const decide = useCall(statementApi.decideDispute, { refresh: financeMoves, said: '异议已处理，买家会收到结果', done: close })
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
        {month} 账单 · {money(amount)} · 买家说：{reason}
      </p>
      <Form.Item name="outcome" label="结果" rules={[{ required: true, message: '请选择结果' }]}>
        <Radio.Group
          className="reason-list"
          options={[
            { value: 'for', label: '支持买家：调整账款，不再欠这一笔' },
            { value: 'against', label: '维持原账：延至下月 10 日到期，不补息' },
          ]}
        />
      </Form.Item>
      <Form.Item name="opinion" label="处理意见" required rules={[ruleOf(OPINION)]}>
        <Input.TextArea rows={3} showCount maxLength={200} placeholder="买家会看到" />
      </Form.Item>
    </FormDrawer>
  )
}
