import { Checkbox, Form, Input } from 'antd'
import { consoleVoucher, type VoucherCase } from '../../contract/bank/voucher-api.ts'
import { money } from '../../ui/format.ts'
import { enterpriseName } from '../enterprises/enterprise-view.ts'
import { FormDrawer } from '../kit/form/form-drawer.tsx'
import { faultOf } from '../kit/form/rule.ts'
import { useCall } from '../kit/use-call.ts'
import { opinionOf, opinions } from './voucher-view.ts'
import { voucherApi, voucherMoves } from './vouchers-api.ts'

interface Props {
  opened: VoucherCase
  open: boolean
  close: () => void
  /** It is decided. */
  done: () => Promise<void>
}

interface Values {
  reasons: string[]
  words?: string
}

const OPINION_MAX = 200

/** 驳回: why, from the list, in words of one's own, or both. The buyer reads it and may send another one. */
export function RejectDrawer({ opened, open, close, done }: Props) {
  const { enterpriseId, id, title, amount } = opened
  const reject = useCall(voucherApi.reject, {
    refresh: voucherMoves,
    said: '已驳回，买家会看到审核意见',
    done: async () => {
      close()
      await done()
    },
  })
  return (
    <FormDrawer<Values>
      title="驳回凭证"
      open={open}
      close={close}
      busy={reject.isPending}
      initial={{ reasons: [] }}
      submit={(values) => reject.mutate({ enterpriseId, id, opinion: opinionOf(values) })}
      submitText="驳回"
      grave
    >
      <p className="drawer-lead">
        {enterpriseName({ name: opened.enterpriseName })} · {title} · 应付 <span className="num">{money(amount)}</span>
        。驳回后买家可重新提交；已到账的款项不会因驳回而退回。
      </p>
      <Form.Item name="reasons" label="审核意见（至少一项，或在下面填写）">
        <Checkbox.Group className="reason-list" options={opinions.map((reason) => ({ label: reason, value: reason }))} />
      </Form.Item>
      <Words />
    </FormDrawer>
  )
}

function Words() {
  const form = Form.useFormInstance<Values>()
  const rule = async (_: unknown, words: string | undefined) => {
    const opinion = opinionOf({ reasons: form.getFieldValue('reasons'), ...(words === undefined ? {} : { words }) })
    const wrong = faultOf(consoleVoucher.reject.input.shape.opinion, opinion)
    if (wrong !== undefined) throw new Error(wrong)
  }
  return (
    <Form.Item name="words" label="补充说明" dependencies={['reasons']} rules={[{ validator: rule }]}>
      <Input.TextArea rows={3} showCount maxLength={OPINION_MAX} placeholder="买家会看到" />
    </Form.Item>
  )
}
