// The forms that end a waybill: its number goes back to the carrier, or nobody can learn any more what became of it.
import { Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { FormDrawer, type useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { consoleWaybillEndpoints, type Waybill } from '#contract/orders/waybills/api.ts'
import { invalidatedByWaybill, waybillApi } from './waybills-api.ts'

interface Values {
  reason: string
}

interface Props {
  drawer: ReturnType<typeof useDrawer<Waybill>>
  /** Called with the waybill when the form is sent. */
  drop: (waybill: Waybill) => void
  /** Called with its id after it has ended. */
  decided: (id: string) => void
}

interface EndProps extends Props {
  title: string
  successMessage: string
  /** Ends it without an answer of the carrier. */
  giveUp?: true
  /** What the person should know before he sends the form. */
  lead: ReactNode
  exampleReason: string
}

function EndWaybillDrawer({
  drawer: { subject, open, close },
  drop,
  decided,
  title,
  successMessage,
  giveUp,
  lead,
  exampleReason,
}: EndProps) {
  const end = useApiMutation(waybillApi.giveBack, {
    invalidates: invalidatedByWaybill,
    successMessage,
    close,
    afterSuccess: (_, { id }) => decided(id),
  })
  const send = ({ reason }: Values) => {
    if (!subject) return
    drop(subject)
    end.mutate({ enterpriseId: subject.enterpriseId, id: subject.id, reason, giveUp })
  }
  return (
    <FormDrawer<Values>
      title={title}
      open={open}
      close={close}
      busy={end.isPending}
      initial={{ reason: '' }}
      submit={send}
      submitText={title}
      grave
    >
      <p className="drawer-lead">{lead}</p>
      <Form.Item name="reason" label="原因" required rules={[toFormRule(consoleWaybillEndpoints.giveBack.input.shape.reason)]}>
        <Input maxLength={50} autoFocus placeholder={`如 ${exampleReason}`} />
      </Form.Item>
    </FormDrawer>
  )
}

/** 取消面单: gives the number back to the carrier. */
export function CancelWaybillDrawer({ drawer, drop, decided }: Props) {
  const { subject } = drawer
  return (
    <EndWaybillDrawer
      drawer={drawer}
      drop={drop}
      decided={decided}
      title="取消面单"
      successMessage="面单已取消，单号已退还承运公司"
      lead={
        <>
          {subject?.carrier} <b className="num">{subject?.trackingNo}</b> 将退还承运公司，已打印的面单作废。订单要发货需重新取号。
        </>
      }
      exampleReason="买家改地址"
    />
  )
}

/** 放弃: ends a waybill without an answer, so that its order can be given another number. */
export function GiveUpWaybillDrawer({ drawer, drop, decided }: Props) {
  const { subject } = drawer
  return (
    <EndWaybillDrawer
      drawer={drawer}
      drop={drop}
      decided={decided}
      title="放弃面单"
      successMessage="面单已放弃，订单可以重新取号"
      giveUp
      lead={
        <>
          订单 <b className="num">{subject?.orderNo}</b> 的面单没有收到明确答复，承运公司可能已给出单号并计费。请先向{subject?.carrier}
          核对；放弃后单号不能再用，订单可以重新取号。
        </>
      }
      exampleReason="已向承运公司核实没有取到"
    />
  )
}
