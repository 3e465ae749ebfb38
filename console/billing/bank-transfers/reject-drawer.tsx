import { Checkbox, Form, Input } from 'antd'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { schemaError } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { consoleVoucherEndpoints, type VoucherReviewCase } from '#contract/billing/bank/voucher-api.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { toVoucherRejectReason, voucherRejectReasons } from './voucher-view.ts'
import { invalidatedByVoucher, voucherApi } from './vouchers-api.ts'

interface Props {
  opened: VoucherReviewCase
  open: boolean
  close: () => void
  /** Called after the decision. */
  done: () => Promise<unknown>
}

interface Values {
  reasons: string[]
  words?: string
}

const OPINION_MAX = 200

/** 驳回: the reason, from the list, typed, or both. The buyer reads it and can submit again. */
export function RejectVoucherDrawer({ opened, open, close, done }: Props) {
  const { enterpriseId, id, title, amount } = opened
  const reject = useApiMutation(voucherApi.reject, {
    invalidates: invalidatedByVoucher,
    successMessage: '已驳回，买家会看到审核意见',
    close,
    afterSuccess: done,
  })
  return (
    <FormDrawer<Values>
      title="驳回凭证"
      open={open}
      close={close}
      busy={reject.isPending}
      initial={{ reasons: [] }}
      submit={(values) => reject.mutate({ enterpriseId, id, opinion: toVoucherRejectReason(values) })}
      submitText="驳回"
      grave
    >
      <p className="drawer-lead">
        {formatEnterpriseName({ name: opened.enterpriseName })} · {title} · 应付 <span className="num">{formatMoney(amount)}</span>
        。驳回后买家可重新提交；已到账的款项不会因驳回而退回。
      </p>
      <Form.Item name="reasons" label="审核意见（至少一项，或在下面填写）">
        <Checkbox.Group className="reason-list" options={voucherRejectReasons.map((reason) => ({ label: reason, value: reason }))} />
      </Form.Item>
      <Words />
    </FormDrawer>
  )
}

function Words() {
  const form = Form.useFormInstance<Values>()
  const rule = async (_: unknown, words: string | undefined) => {
    const opinion = toVoucherRejectReason({ reasons: form.getFieldValue('reasons'), ...(words === undefined ? {} : { words }) })
    const wrong = schemaError(consoleVoucherEndpoints.reject.input.shape.opinion, opinion)
    if (wrong !== undefined) throw new Error(wrong)
  }
  return (
    <Form.Item name="words" label="补充说明" dependencies={['reasons']} rules={[{ validator: rule }]}>
      <Input.TextArea rows={3} showCount maxLength={OPINION_MAX} placeholder="买家会看到" />
    </Form.Item>
  )
}
