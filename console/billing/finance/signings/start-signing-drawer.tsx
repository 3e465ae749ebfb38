import { Form, Radio } from 'antd'
import { signingApi } from '#console/billing/finance/finance-api.ts'
import { EnterpriseField } from '#console/people/enterprises/enterprise-field.tsx'
import { DayField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useNow } from '#console/platform/components/use-now.ts'
import { SIGNING_DAYS, type SigningKind, signingKinds } from '#contract/billing/signings/signing-lifecycle.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'

interface Values {
  enterpriseId?: string
  kind: Exclude<SigningKind, 'PURCHASE'>
  day: string
}

const kinds = [
  { value: 'CREDIT', label: signingKinds.CREDIT.label },
  { value: 'CONFIRMATION', label: signingKinds.CONFIRMATION.label },
] as const

const leads: Record<Values['kind'], string> = {
  CREDIT: '签署企业最近一次在线同意的赊销协议：企业先签，我方后签。',
  CONFIRMATION: '签署截至一日的往来询证函：我方先签，企业核对后回签。',
}

/** 发起签署: of a credit agreement or a confirmation letter. A buyer starts that of his contract himself. */
export function StartSigningDrawer({ open, close }: { open: boolean; close: () => void }) {
  const start = useApiMutation(
    ({ enterpriseId = '', kind, day }: Values) =>
      kind === 'CREDIT' ? signingApi.startCredit({ enterpriseId }) : signingApi.startLetter({ enterpriseId, day }),
    {
      invalidates: [['finance', 'signing']],
      successMessage: ({ isNew }) => (isNew ? '已发起，正在送往签章服务' : '这一版本已在签署或已签署'),
      close,
    },
  )
  const yesterday = addDays(toShanghaiDay(useNow()), -1)
  return (
    <FormDrawer<Values>
      title="发起电子签署"
      open={open}
      close={close}
      busy={start.isPending}
      initial={{ kind: 'CREDIT', day: yesterday }}
      submit={(values) => start.mutate(values)}
      submitText="发起签署"
    >
      <Fields yesterday={yesterday} />
    </FormDrawer>
  )
}

function Fields({ yesterday }: { yesterday: string }) {
  const kind: Values['kind'] = Form.useWatch('kind') ?? 'CREDIT'
  return (
    <>
      <p className="drawer-lead">
        {leads[kind]}双方须在 {SIGNING_DAYS} 天内签完；购销合同由买家在订单中发起。
      </p>
      <EnterpriseField name="enterpriseId" label="企业" missing="请选择企业" />
      <Form.Item name="kind" label="文件">
        <Radio.Group options={[...kinds]} optionType="button" />
      </Form.Item>
      {kind === 'CONFIRMATION' && <DayField name="day" label="截止日期" max={yesterday} />}
    </>
  )
}
