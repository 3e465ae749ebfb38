import { Form, Input } from 'antd'
import { WarehouseField } from '#console/catalog/warehouse/warehouse-field.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { AFTER_SALE_MESSAGE_LENGTH_MAX, type ConsoleAfterSale } from '#contract/orders/after-sales/shapes.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { afterSaleUnitsError } from './after-sale-view.ts'
import { afterSaleApi, invalidatedByAfterSale } from './after-sales-api.ts'

type Results = Record<string, { accepted: number | null; restocked: number | null }>

interface Values {
  results: Results
  warehouseId?: string
  note?: string
}

interface Props {
  opened: ConsoleAfterSale
  open: boolean
  close: () => void
  decided: () => unknown
}

/** 验收: for each line how many units are accepted, and how many of these can be sold again. The others are scrap. */
export function InspectReturnDrawer({ opened: { enterpriseId, id, lines, carrier, trackingNo }, open, close, decided }: Props) {
  const inspect = useApiMutation(afterSaleApi.inspect, {
    invalidates: invalidatedByAfterSale,
    successMessage: '已登记验收',
    close,
    afterSuccess: decided,
  })
  return (
    <FormDrawer<Values>
      title="验收退回商品"
      open={open}
      close={close}
      busy={inspect.isPending}
      initial={{ results: Object.fromEntries(lines.map(({ lineNo, accepted }) => [lineNo, { accepted, restocked: accepted }])) }}
      submit={({ results, note = '', warehouseId }) =>
        inspect.mutate({
          enterpriseId,
          id,
          note,
          ...(warehouseId && { warehouseId }),
          lines: lines.map(({ lineNo }) => ({
            lineNo,
            accepted: results[lineNo]?.accepted ?? 0,
            restocked: results[lineNo]?.restocked ?? 0,
          })),
        })
      }
      submitText="提交验收"
      wide
    >
      <p className="drawer-lead">
        退货物流 {carrier} <span className="num">{trackingNo}</span>。合格的可再售部分回到可用库存，其余报废；全部不合格即驳回。
      </p>
      <ul className="after-sale-inspect">
        {lines.map((line) => (
          <LineField key={line.lineNo} line={line} />
        ))}
      </ul>
      <WarehouseField label="退货入库仓库" none="原发货仓" />
      <Form.Item name="note" label="验收说明（买家会看到）">
        <Input.TextArea rows={2} showCount maxLength={AFTER_SALE_MESSAGE_LENGTH_MAX} />
      </Form.Item>
    </FormDrawer>
  )
}

function LineField({ line: { lineNo, goodsName, skuProps, unit, accepted: most } }: { line: ConsoleAfterSale['lines'][number] }) {
  const form = Form.useFormInstance<Values>()
  const at = ['results', String(lineNo)]
  const accepted: unknown = Form.useWatch([...at, 'accepted'], form)
  const sellable = typeof accepted === 'number' ? Math.min(accepted, most) : most
  const rule = (limit: number, what: string) => ({
    validator: async (_: unknown, units: number | null) => {
      const fault = afterSaleUnitsError(units, limit, what)
      if (fault !== undefined) throw new Error(fault)
    },
  })
  return (
    <li>
      <div className="two-lines">
        <span>{goodsName}</span>
        <small>
          {formatSkuProps(skuProps)} · 应退回 <span className="num">{most}</span> {unit}
        </small>
      </div>
      <div className="field-pair">
        <Form.Item name={[...at, 'accepted']} label="合格" rules={[rule(most, '合格')]}>
          <NumberInput className="num" />
        </Form.Item>
        <Form.Item name={[...at, 'restocked']} label="可再售" rules={[rule(sellable, '可再售')]} dependencies={[[...at, 'accepted']]}>
          <NumberInput className="num" />
        </Form.Item>
      </div>
    </li>
  )
}
