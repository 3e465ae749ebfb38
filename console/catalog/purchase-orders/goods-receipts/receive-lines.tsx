import { Form, type InputRef } from 'antd'
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { ReceivedBatchFields, type ReceivedBatchFormValues } from '#console/catalog/warehouse/received-batch-fields.tsx'
import { createWholeNumberRule } from '#console/platform/components/forms/rule.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { playBeep } from '#console/platform/components/scanner/beep.ts'
import { ScanField, ScanNotice } from '#console/platform/components/scanner/scan-field.tsx'
import type { PurchaseOrderLine } from '#contract/catalog/purchase-orders/shapes.ts'
import { QUANTITY_MAX } from '#contract/platform/core/fields.ts'
import { formatCount } from '#ui/format.ts'
import { computeReceiveScan, countOpenUnits, findScanInUnits, type ReceiveScanResult } from './receive-scan.ts'

export interface ReceiveFormValues {
  /** By place in the lines. */
  quantities: (number | null)[]
  batches?: (ReceivedBatchFormValues | undefined)[]
  note?: string
  warehouseId?: string
}

const START: ReceiveScanResult = { tone: 'good', text: '扫到货商品的条码逐件清点；50*编码 一次计 50 件' }

/** Counts scans into the fields of the form around it. */
function useReceiveScan(lines: readonly PurchaseOrderLine[]) {
  const form = Form.useFormInstance<ReceiveFormValues>()
  const field = useRef<InputRef>(null)
  const [begun, setBegun] = useState(false)
  const [notice, setNotice] = useState(START)
  const scan = (text: string) => {
    const quantities = lines.map((_, at): number | null => form.getFieldValue(['quantities', at]) ?? null)
    const isTyped = (at: number) => form.isFieldTouched(['quantities', at])
    const scanned = computeReceiveScan({ lines, quantities, begun, isTyped }, text)
    if (!scanned) return
    playBeep(scanned.tone === 'good' ? 'good' : 'bad')
    setNotice(scanned)
    if (!scanned.quantities) return
    form.setFieldValue('quantities', scanned.quantities)
    setBegun(true)
  }
  return { form, field, notice, scan }
}

/** The text of the field in which something happened. */
const textIn = ({ target }: { target: EventTarget }): string => (target instanceof HTMLInputElement ? target.value : '')

/** What came of each line: scanned one by one, or typed. */
export function ReceiveLines({ lines }: { lines: readonly PurchaseOrderLine[] }) {
  const { form, field, notice, scan } = useReceiveScan(lines)
  const before = useRef<{ value: number | null; touched: boolean }>({ value: null, touched: false })
  const enter = (at: number) => {
    const name: ['quantities', number] = ['quantities', at]
    before.current = { value: form.getFieldValue(name) ?? null, touched: form.isFieldTouched(name) }
  }
  const findScan = (event: { target: EventTarget }) => findScanInUnits(lines, textIn(event), before.current.value)
  const press = (event: KeyboardEvent) => {
    const isEnd = event.key === 'Enter' || (event.key === 'Tab' && findScan(event) !== undefined)
    if (!isEnd || event.nativeEvent.isComposing) return
    // The Enter of a scanner sends no form around it.
    event.preventDefault()
    field.current?.focus()
  }
  const leave = (event: FocusEvent, at: number) => {
    const text = findScan(event)
    if (text === undefined) return
    form.setFields([{ name: ['quantities', at], ...before.current }])
    scan(text)
  }
  return (
    <>
      <ScanField label="到货商品的条码" placeholder="扫条码或编码" field={field} scan={scan} />
      <ScanNotice tone={notice.tone}>{notice.text}</ScanNotice>
      {lines.map((line, at) => (
        <div key={line.lineNo}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field in it, which makes a number of its text before a scan in it is counted */}
          <div onFocus={() => enter(at)} onKeyDown={press} onBlur={(event) => leave(event, at)}>
            <LineUnits line={line} at={at} />
          </div>
          {line.batched && <LineBatch at={at} />}
        </div>
      ))}
    </>
  )
}

/** The units of a line that came. */
const LineUnits = ({ line, at }: { line: PurchaseOrderLine; at: number }) => (
  <Form.Item
    name={['quantities', at]}
    label={
      <span>
        {line.goodsName} <span className="num">{line.skuCode}</span>
      </span>
    }
    rules={[createWholeNumberRule(0, QUANTITY_MAX)]}
    extra={`未到 ${formatCount(countOpenUnits(line))} ${line.unit}`}
  >
    <NumberInput className="num" suffix={line.unit} />
  </Form.Item>
)

/** The batch of a line, which is asked for as long as something of it came. */
function LineBatch({ at }: { at: number }) {
  const quantity: number | null | undefined = Form.useWatch(['quantities', at])
  return quantity ? <ReceivedBatchFields path={['batches', at]} required /> : null
}
