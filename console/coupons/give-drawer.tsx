import { App, Form } from 'antd'
import { useState } from 'react'
import type { Template } from '../../contract/coupons/shapes.ts'
import { count } from '../../ui/format.ts'
import { CompanySelect } from '../enterprises/company-select.tsx'
import { FormDrawer } from '../kit/form/form-drawer.tsx'
import { ERROR_SECONDS, useCall } from '../kit/use-call.ts'
import { sayTerms } from './coupon-view.ts'
import { couponApi, couponMoves } from './coupons-api.ts'

interface Values {
  enterpriseIds: string[]
}

/** 发放给企业: one each, past the limits of the claim centre. Sent again by a second press, it is given once. */
export function GiveDrawer({ template, open, close }: { template: Template; open: boolean; close: () => void }) {
  const { message } = App.useApp()
  const [batchId, setBatchId] = useState(() => crypto.randomUUID())
  const give = useCall(couponApi.grant, {
    refresh: couponMoves,
    done: ({ granted }) => {
      message.success({ content: `已发放给 ${granted} 家企业，并发送了站内消息`, duration: ERROR_SECONDS })
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
        {template.name} · <span className="num">{sayTerms(template)}</span> · 剩余 {count(left)} 张
      </p>
      <Form.Item name="enterpriseIds" label="企业" required rules={[{ required: true, message: '请选择企业' }]}>
        <CompanySelect mode="multiple" placeholder="输入企业名称，可选多家" />
      </Form.Item>
      <p className="drawer-note">每家一张，不受限领张数和会员等级限制；有一家不能发放时全部不发放。</p>
    </FormDrawer>
  )
}
