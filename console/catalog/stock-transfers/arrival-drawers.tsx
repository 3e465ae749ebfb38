import { Form, Radio } from 'antd'
import { ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { createWholeNumberRule } from '#console/platform/components/forms/rule.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { missingTransferUnitOutcomes, type StockTransfer, type StockTransferLine } from '#contract/catalog/stock-transfers/api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { formatCount } from '#ui/format.ts'
import { invalidatedByStockTransfer, stockTransferApi } from './stock-transfers-api.ts'

interface Props {
  transfer: StockTransfer
  /** Called after it, to go on to the next transfer of the queue. */
  decided: () => unknown
  open: boolean
  close: () => void
}

const getUnitsOnTheWay = ({ quantity, received, missing }: StockTransferLine): number => quantity - received - missing

interface ReceiveValues {
  /** By place in the lines. */
  quantities: (number | null)[]
}

/** Records what came of a transfer. Everything that is on its way is proposed. */
export function ReceiveStockTransferDrawer({
  transfer: { id, toName },
  lines,
  decided,
  open,
  close,
}: Props & { lines: readonly StockTransferLine[] }) {
  const waiting = lines.filter((line) => getUnitsOnTheWay(line) > 0)
  const receive = useApiMutation(stockTransferApi.receive, {
    invalidates: invalidatedByStockTransfer,
    successMessage: '收货已登记',
    close,
    afterSuccess: decided,
  })
  const submit = ({ quantities }: ReceiveValues) =>
    receive.mutate({
      id,
      lines: waiting.flatMap(({ lineNo }, at) => {
        const quantity = quantities[at] ?? 0
        return quantity > 0 ? [{ lineNo, quantity }] : []
      }),
    })
  return (
    <FormDrawer<ReceiveValues>
      title={`${toName}收货`}
      open={open}
      close={close}
      busy={receive.isPending}
      initial={{ quantities: waiting.map(getUnitsOnTheWay) }}
      submit={submit}
      submitText="确认收货"
    >
      {waiting.map((line, at) => (
        <Form.Item
          key={line.lineNo}
          name={['quantities', at]}
          label={
            <span>
              {line.goodsName} <span className="num">{line.skuCode}</span>
            </span>
          }
          rules={[createWholeNumberRule(0, getUnitsOnTheWay(line))]}
          extra={`在途 ${formatCount(getUnitsOnTheWay(line))} ${line.unit}`}
        >
          <NumberInput className="num" suffix={line.unit} />
        </Form.Item>
      ))}
    </FormDrawer>
  )
}

interface CloseValues {
  fate: keyof typeof missingTransferUnitOutcomes
  reason: string
}

/** Ends a transfer of which not everything came. */
export function CloseIncompleteStockTransferDrawer({ transfer: { id, units, received }, decided, open, close }: Props) {
  const end = useApiMutation(stockTransferApi.closeShort, {
    invalidates: invalidatedByStockTransfer,
    successMessage: '调拨已结束',
    close,
    afterSuccess: decided,
  })
  return (
    <FormDrawer<CloseValues>
      title="结束调拨"
      open={open}
      close={close}
      busy={end.isPending}
      initial={{ fate: 'back' }}
      submit={({ fate, reason }) => end.mutate({ id, fate, reason })}
      submitText="结束调拨"
    >
      <p className="drawer-lead">还有 {formatCount(units - received)} 件在途，不再等待。</p>
      <Form.Item name="fate" label="去向">
        <Radio.Group
          options={keysOf(missingTransferUnitOutcomes).map((value) => ({ value, label: missingTransferUnitOutcomes[value].label }))}
        />
      </Form.Item>
      <ReasonField />
    </FormDrawer>
  )
}
