import { App, Form } from 'antd'
import { useState } from 'react'
import { EnterpriseSelect } from '#console/people/enterprises/company-select.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { ERROR_MESSAGE_SECONDS, useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { CouponTemplate } from '#contract/catalog/coupons/shapes.ts'
import { formatCount } from '#ui/format.ts'
import { formatCouponTerms } from './coupon-view.ts'
import { couponApi, invalidatedByCoupon } from './coupons-api.ts'

interface Values {
  enterpriseIds: string[]
}

/** 发放给企业: one coupon for each, without the limits of the claim centre. If it is sent twice, each still gets one. */
export function GrantCouponDrawer({ template, open, close }: { template: CouponTemplate; open: boolean; close: () => void }) {
  const { message } = App.useApp()
  const [batchId, setBatchId] = useState(() => crypto.randomUUID())
  const give = useApiMutation(couponApi.grant, {
    invalidates: invalidatedByCoupon,
    onSuccess: ({ granted }) => {
      message.success({ content: `已发放给 ${granted} 家企业，并发送了站内消息`, duration: ERROR_MESSAGE_SECONDS })
      setBatchId(crypto.randomUUID())
      close()
    },
  })
  const left = template.total - template.claimed
  return (
    <FormDrawer<Values>
      title="发放给企业"
      open={open}
      close={close}
      busy={give.isPending}
      initial={{ enterpriseIds: [] }}
      submit={({ enterpriseIds }) => give.mutate({ templateId: template.templateId, batchId, enterpriseIds })}
      submitText="发放"
    >
      <p className="drawer-lead">
        {template.name} · <span className="num">{formatCouponTerms(template)}</span> · 剩余 {formatCount(left)} 张
      </p>
      <Form.Item name="enterpriseIds" label="企业" required rules={[{ required: true, message: '请选择企业' }]}>
        <EnterpriseSelect mode="multiple" placeholder="输入企业名称，可选多家" />
      </Form.Item>
      <p className="drawer-note">每家一张，不受限领张数和会员等级限制；有一家不能发放时全部不发放。</p>
    </FormDrawer>
  )
}
