import { Form, Input } from 'antd'
import { AmountField, ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { parseAmountOrThrow } from '#console/platform/components/forms/rule.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { AFTER_SALE_MESSAGE_LENGTH_MAX, type ConsoleAfterSale } from '#contract/orders/after-sales/shapes.ts'
import { formatMoney, formatYuan, toYuan, YuanUpTo, ZERO_FEN } from '#contract/platform/core/money.ts'
import { afterSaleUnitsError, afterSaleUnitsKey, shippingStageLabels, toApprovedAfterSaleLines } from './after-sale-view.ts'
import { afterSaleApi, invalidatedByAfterSale } from './after-sales-api.ts'

interface Props {
  opened: ConsoleAfterSale
  open: boolean
  close: () => void
  decided: () => unknown
}

interface Approval {
  units: Record<string, number | null>
  freight?: string
  note?: string
}

/** 同意: the units of each line and the part of the freight. Both can be less than requested. */
export function ApproveAfterSaleDrawer({ opened, open, close, decided }: Props) {
  const { enterpriseId, id, lines, type, freightAsked, freightLeft } = opened
  const withFreight = type !== 'EXCHANGE' && freightLeft > 0
  const approve = useApiMutation(afterSaleApi.approve, {
    invalidates: invalidatedByAfterSale,
    successMessage: '已同意',
    close,
    afterSuccess: decided,
  })
  return (
    <FormDrawer<Approval>
      title="同意售后申请"
      open={open}
      close={close}
      busy={approve.isPending}
      initial={{
        units: Object.fromEntries(lines.map((line) => [afterSaleUnitsKey(line), line.asked])),
        ...(withFreight ? { freight: formatYuan(freightAsked ? freightLeft : ZERO_FEN) } : {}),
      }}
      submit={({ units, freight, note = '' }) =>
        approve.mutate({
          enterpriseId,
          id,
          note,
          lines: toApprovedAfterSaleLines(lines, units),
          freight: withFreight && freight !== undefined ? parseAmountOrThrow(freight) : ZERO_FEN,
        })
      }
      submitText="同意"
    >
      <p className="drawer-lead">
        {type === 'REFUND' ? '同意后由财务退款。' : '同意后买家寄回商品，仓储验收。'}数量可以少于申请，其余部分不再占用。
      </p>
      {lines.map((line) => (
        <Form.Item
          key={afterSaleUnitsKey(line)}
          name={['units', afterSaleUnitsKey(line)]}
          label={`${line.goodsName}（${shippingStageLabels[line.stage]}，申请 ${line.asked} ${line.unit}）`}
          rules={[
            {
              validator: async (_, units: number | null) => {
                const fault = afterSaleUnitsError(units, line.asked, '同意')
                if (fault !== undefined) throw new Error(fault)
              },
            },
          ]}
        >
          <NumberInput className="num" />
        </Form.Item>
      ))}
      {withFreight && (
        <AmountField
          name="freight"
          label={freightAsked ? '退运费（买家已申请）' : '退运费（买家未申请）'}
          rule={YuanUpTo(toYuan(freightLeft))}
          help={`最多 ${formatMoney(freightLeft)}`}
        />
      )}
      <Form.Item name="note" label="给买家的说明">
        <Input.TextArea rows={2} showCount maxLength={AFTER_SALE_MESSAGE_LENGTH_MAX} />
      </Form.Item>
    </FormDrawer>
  )
}

const acts = {
  reject: { title: '驳回售后申请', submit: '驳回', successMessage: '已驳回，买家会收到原因', call: afterSaleApi.reject, grave: true },
  refundInstead: {
    title: '换货改为退款',
    submit: '改为退款',
    successMessage: '已改为退款',
    call: afterSaleApi.refundInstead,
    grave: false,
  },
} as const

/** A drawer for actions that only need a reason. */
export function RejectOrRefundAfterSaleDrawer({
  opened: { enterpriseId, id },
  act,
  open,
  close,
  decided,
}: Props & { act: keyof typeof acts }) {
  const { title, submit, successMessage, call, grave } = acts[act]
  const press = useApiMutation(call, { invalidates: invalidatedByAfterSale, successMessage, close, afterSuccess: decided })
  return (
    <FormDrawer<{ reason: string }>
      title={title}
      open={open}
      close={close}
      busy={press.isPending}
      initial={{}}
      submit={({ reason }) => press.mutate({ enterpriseId, id, reason })}
      submitText={submit}
      grave={grave}
    >
      <ReasonField max={AFTER_SALE_MESSAGE_LENGTH_MAX} focus label="原因（买家会看到）" />
    </FormDrawer>
  )
}
