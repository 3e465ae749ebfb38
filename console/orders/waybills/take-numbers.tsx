// 取号: the drawer that takes waybill numbers for many orders, and the button for one.
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, customColumn, proseColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleWaybillEndpoints, type WaybillTaking, waybillTakingResults } from '#contract/orders/waybills/api.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { invalidatedByWaybill, takeAllNumbers, type WaybillRequest, waybillApi, waybillCarriersQuery } from './waybills-api.ts'

/** Why nobody can take a number here; undefined: somebody can. */
function useReasonAgainstTaking(): string | undefined {
  const { reason } = usePermission(consoleWaybillEndpoints.take)
  const { data, isError } = useQuery(waybillCarriersQuery)
  if (reason !== undefined) return reason
  if (isError) return '没有读到可取号的承运公司，请刷新'
  return data?.length === 0 ? '没有接入电子面单，请导入运单号' : undefined
}

const faultColumns: Column<WaybillTaking>[] = [
  customColumn({ title: '订单号', width: 180, value: ({ orderNo }) => <span className="num">{orderNo}</span> }),
  customColumn({
    title: '结果',
    width: 88,
    value: ({ result }) => <Tag tone={result === 'refused' ? 'bad' : 'wait'}>{waybillTakingResults[result].label}</Tag>,
  }),
  proseColumn({ title: '原因', width: 240, value: ({ text }) => text }),
]

interface Values {
  carrier: string
}

interface Props extends Pick<WaybillRequest, 'warehouseId'> {
  /** The carrier that is proposed; '' if none is. */
  carrier: string
  /** How many orders are meant, for the sentence above the form. */
  count: number
  /** Reads the orders at the time of pressing. */
  readOrders: () => Promise<WaybillRequest['orders']>
}

/** The button 取号 with its drawer: it says how many numbers were taken, and of every other order why not. */
export function TakeNumbersButton({ carrier, count, readOrders, warehouseId }: Props) {
  const why = useReasonAgainstTaking()
  const { data: carriers = [] } = useQuery(waybillCarriersQuery)
  const [open, setOpen] = useState(false)
  const [done, setDone] = useState<number>()
  const take = useApiMutation(
    async (values: Values) => {
      setDone(0)
      const orders = await readOrders()
      return takeAllNumbers({ carrier: values.carrier, orders, ...(warehouseId === undefined ? {} : { warehouseId }) }, setDone)
    },
    { invalidates: invalidatedByWaybill },
  )
  const close = () => {
    setOpen(false)
    take.reset()
    setDone(undefined)
  }
  const first = carriers.includes(carrier) ? carrier : carriers[0]
  return (
    <>
      <Button aria-keyshortcuts="T" {...toDisabledProps(why ?? (count === 0 ? '没有待发的订单' : undefined))} onClick={() => setOpen(true)}>
        取号
      </Button>
      <FormDrawer<Values>
        title="取电子面单号"
        open={open}
        close={close}
        busy={take.isPending}
        initial={first === undefined ? {} : { carrier: first }}
        submit={(values) => take.mutate(values)}
        submitText={take.data === undefined ? '取号' : '再次取号'}
        wide
      >
        <p className="drawer-lead">
          为 <b className="num">{count}</b> 张待发订单各取一个单号。已取到的不会再取；没有答复的可以再取，不会多占单号。
        </p>
        <Form.Item name="carrier" label="承运公司" rules={[{ required: true, message: '请选择承运公司' }]}>
          <Select options={carriers.map((value) => ({ value }))} placeholder="请选择" />
        </Form.Item>
        {take.isPending && done !== undefined && (
          <p role="status">
            正在取号，已有 {done} / {count} 单答复…
          </p>
        )}
        {take.data && <TakingResult rows={take.data} />}
      </FormDrawer>
    </>
  )
}

function TakingResult({ rows }: { rows: readonly WaybillTaking[] }) {
  const faults = rows.filter(({ result }) => result !== 'taken')
  return (
    <>
      <p role="status">
        <b>已取号 {rows.length - faults.length} 单</b>
        {faults.length > 0 && `，${faults.length} 单没有取到`}
      </p>
      {faults.length > 0 && <DataTable columns={faultColumns} rows={faults} rowKey={({ orderNo }) => orderNo} width={508} />}
    </>
  )
}

interface OneProps {
  order: WaybillRequest['orders'][number]
  carrier: string
  /** Whose address is the sender's; nothing: that of the main one. */
  warehouseId: string | undefined
  /** Called with the number. */
  taken: (waybill: { carrier: string; trackingNo: string }) => void
}

/** Takes the number of one order, for the form that ships it. */
export function TakeOneNumberButton({ order, carrier, warehouseId, taken }: OneProps) {
  const why = useReasonAgainstTaking()
  const { data: carriers = [] } = useQuery(waybillCarriersQuery)
  const [fault, setFault] = useState('')
  const take = useApiMutation(() => waybillApi.take({ carrier, orders: [order], ...(warehouseId === undefined ? {} : { warehouseId }) }), {
    invalidates: invalidatedByWaybill,
    onSuccess: ({ rows: [row] }) => {
      setFault(row?.result === 'taken' ? '' : (row?.text ?? ''))
      if (row?.result === 'taken') taken(row)
    },
  })
  if (why !== undefined) return null
  const chosen = carriers.includes(carrier) ? undefined : `可取号：${carriers.join('、')}`
  return (
    <p className="take-one">
      <Button {...toDisabledProps(chosen)} loading={take.isPending} onClick={() => take.mutate()}>
        取电子面单号
      </Button>
      {fault !== '' && (
        <span role="alert" className="take-fault">
          {fault}
        </span>
      )}
    </p>
  )
}
