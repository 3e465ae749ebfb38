import { Form, Input, InputNumber } from 'antd'
import { consoleStock } from '../../contract/inventory/api.ts'
import type { ConsoleSkuRow } from '../../contract/staff/api.ts'
import { count } from '../../ui/format.ts'
import { FormDrawer } from '../kit/form/form-drawer.tsx'
import { ruleOf } from '../kit/form/rule.ts'
import { useCall } from '../kit/use-call.ts'
import { skuMoves, stockApi } from './skus-api.ts'

interface Counted {
  counted: number | null
  reason?: string
}

/** 盘点: what was found in the house is typed, and the difference is worked out. */
export function CountDrawer({ sku, open, close }: { sku: ConsoleSkuRow; open: boolean; close: () => void }) {
  const { skuId, goodsName, code, available, reserved } = sku
  const inHouse = available + reserved
  const counting = useCall(stockApi.count, { refresh: skuMoves, said: '盘点已记录', done: close })
  return (
    <FormDrawer<Counted>
      title="盘点"
      open={open}
      close={close}
      busy={counting.isPending}
      initial={{}}
      submit={({ counted, reason = '' }) => counting.mutate({ skuId, counted: counted ?? 0, inHouse, reason })}
      submitText="记录盘点"
    >
      <p className="drawer-lead">
        {goodsName} · <span className="num">{code}</span>
      </p>
      <Found inHouse={inHouse} reserved={reserved} />
      <Form.Item name="reason" label="备注" rules={[ruleOf(consoleStock.count.input.shape.reason)]}>
        <Input maxLength={100} placeholder="如：月末盘点，盘点人" />
      </Form.Item>
    </FormDrawer>
  )
}

function Found({ inHouse, reserved }: { inHouse: number; reserved: number }) {
  const form = Form.useFormInstance<Counted>()
  const counted = Form.useWatch('counted', form)
  const difference = typeof counted === 'number' ? counted - inHouse : undefined
  const rule = async (_: unknown, typed: number | null | undefined) => {
    if (typeof typed !== 'number') throw new Error('请输入实盘数量')
    if (typed < reserved) throw new Error(`订单已占用 ${reserved}，实盘数量不能少于占用`)
  }
  return (
    <Form.Item
      name="counted"
      label="实盘数量（含订单已占用的）"
      required
      rules={[{ validator: rule }]}
      extra={
        <span>
          账面 <b className="num">{count(inHouse)}</b>，其中订单已占 <b className="num">{count(reserved)}</b>
          {difference !== undefined && (
            <>
              ，差额 <b className="num">{difference > 0 ? `+${count(difference)}` : count(difference)}</b>
            </>
          )}
        </span>
      }
    >
      <InputNumber min={0} precision={0} autoFocus className="num stock-input" />
    </Form.Item>
  )
}
