import { Alert, Form, Input } from 'antd'
import { useEffect } from 'react'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { ConsoleSkuRow } from '#contract/catalog/goods/console-api.ts'
import { consoleStockEndpoints, StockMovementsDuringStockCount, stockMovementKinds } from '#contract/catalog/inventory/api.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { formatCount, formatShanghaiTimeToMinute } from '#ui/format.ts'
import { formatSignedUnits, parseRecordedStockInRefusal, type RecordedStock } from './sku-view.ts'
import { invalidatedBySku, stockApi } from './skus-api.ts'

interface Counted {
  counted: number | null
  reason?: string
  /** The stock in the system when the count began. */
  booked: RecordedStock
}

/** 盘点: the counted stock is typed, and the difference is computed. */
export function RecordStockCountDrawer({ sku, open, close }: { sku: ConsoleSkuRow; open: boolean; close: () => void }) {
  const { skuId, goodsName, code, available, reserved } = sku
  const counting = useApiMutation(stockApi.count, { invalidates: invalidatedBySku, successMessage: '盘点已记录', close })
  return (
    <FormDrawer<Counted>
      title="盘点"
      open={open}
      close={close}
      busy={counting.isPending}
      initial={{ booked: { inHouse: available + reserved, reserved } }}
      submit={({ counted, reason = '', booked }) => counting.mutate({ skuId, counted: counted ?? 0, inHouse: booked.inHouse, reason })}
      submitText="记录盘点"
    >
      <p className="drawer-lead">
        {goodsName} · <span className="num">{code}</span>
      </p>
      <Moved error={counting.error} />
      <Found />
      <Form.Item name="reason" label="备注" rules={[toFormRule(consoleStockEndpoints.count.input.shape.reason)]}>
        <Input maxLength={100} placeholder="如：月末盘点，盘点人" />
      </Form.Item>
    </FormDrawer>
  )
}

/**
 * Reports movements during the count. The form continues with the current stock of the system; the typed count stays, to be confirmed or
 * corrected.
 */
function Moved({ error }: { error: Error | null }) {
  const form = Form.useFormInstance<Counted>()
  const booked = parseRecordedStockInRefusal(error)
  useEffect(() => {
    const now = parseRecordedStockInRefusal(error)
    if (!now) return
    form.setFieldValue('booked', now)
    void form.validateFields(['counted']).catch(() => undefined)
  }, [form, error])
  if (!booked || !(error instanceof Refusal)) return null
  const moved = StockMovementsDuringStockCount.safeParse(error.detail.moved).data ?? []
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      className="notice"
      title="盘点期间库存有变动，没有保存"
      description={
        <>
          <p>
            账面现为 <b className="num">{formatCount(booked.inHouse)}</b>。请按现在的实物重新清点，改好数量后再次点“记录盘点”。
          </p>
          <ul className="stock-moved">
            {moved.map(({ kind, change, reason, at }) => (
              <li key={`${at.toISOString()} ${change} ${reason}`}>
                <span className="num">{formatShanghaiTimeToMinute(at)}</span> {stockMovementKinds[kind].label}{' '}
                <b className="num">{formatSignedUnits(change)}</b> · {reason}
              </li>
            ))}
          </ul>
        </>
      }
    />
  )
}

function Found() {
  const form = Form.useFormInstance<Counted>()
  const counted = Form.useWatch('counted', form)
  const booked = Form.useWatch('booked', { form, preserve: true }) ?? form.getFieldValue('booked')
  const { inHouse, reserved }: RecordedStock = booked
  const difference = typeof counted === 'number' ? counted - inHouse : undefined
  const rule = async (_: unknown, typed: number | null | undefined) => {
    const promised: number = form.getFieldValue('booked').reserved
    if (typeof typed !== 'number') throw new Error('请输入实盘数量')
    if (!Number.isInteger(typed)) throw new Error('数量必须为整数')
    if (typed < promised) throw new Error(`订单已占用 ${promised}，实盘数量不能少于占用`)
  }
  return (
    <>
      <Form.Item name="booked" hidden noStyle>
        <input type="hidden" value="" />
      </Form.Item>
      <Form.Item
        name="counted"
        label="实盘数量（含订单已占用的）"
        required
        rules={[{ validator: rule }]}
        extra={
          <span>
            账面 <b className="num">{formatCount(inHouse)}</b>，其中订单已占 <b className="num">{formatCount(reserved)}</b>
            {difference !== undefined && (
              <>
                ，差额 <b className="num">{formatSignedUnits(difference)}</b>
              </>
            )}
          </span>
        }
      >
        <NumberInput autoFocus className="num stock-input" />
      </Form.Item>
    </>
  )
}
