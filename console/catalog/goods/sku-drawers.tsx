import { useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Radio, Select } from 'antd'
import { usePriceMutationWithConfirmation } from '#console/catalog/pricing/unusual-prices.tsx'
import { WarehouseField } from '#console/catalog/warehouse/warehouse-field.tsx'
import { AmountField, ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { parseAmount, parseAmountOrThrow } from '#console/platform/components/forms/rule.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { type ConsoleSkuRow, consoleSkuEndpoints } from '#contract/catalog/goods/console-api.ts'
import { formatBatch } from '#contract/catalog/inventory/batches.ts'
import { consoleBatchEndpoints } from '#contract/orders/batches/api.ts'
import { formatYuan } from '#contract/platform/core/money.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { formatCount } from '#ui/format.ts'
import { creditPriceError, formatCreditSurcharge, type StockDirection, stockChangeError, toSignedUnits } from './sku-view.ts'
import { batchesOfSkuQuery, invalidatedBySku, skuApi } from './skus-api.ts'

interface Props {
  sku: ConsoleSkuRow
  open: boolean
  close: () => void
}

const Which = ({ sku: { goodsName, code, skuProps } }: { sku: ConsoleSkuRow }) => (
  <p className="drawer-lead">
    {goodsName} · <span className="num">{code}</span> · {formatSkuProps(skuProps)}
  </p>
)

interface Prices extends RowVersionFormValues {
  sale: string
  onCredit: boolean
  credit: string
}

/** Changes both prices of a SKU. The mall shows them within a second. */
export function SetSkuPricesDrawer({ sku, open, close }: Props) {
  const { skuId, salePrice, creditPrice, priceVersion: rowVersion } = sku
  const set = usePriceMutationWithConfirmation(skuApi.setPrice, {
    invalidates: invalidatedBySku,
    successMessage: '价格已更新',
    close,
    again: (input) => ({ ...input, confirmed: true }),
  })
  return (
    <FormDrawer<Prices>
      title="改价"
      open={open}
      close={close}
      busy={set.isPending}
      initial={{
        rowVersion,
        sale: formatYuan(salePrice),
        onCredit: creditPrice !== null,
        credit: creditPrice === null ? '' : formatYuan(creditPrice),
      }}
      submit={({ sale, onCredit, credit, rowVersion: seen }) =>
        set.mutate({
          skuId,
          rowVersion: seen,
          salePrice: parseAmountOrThrow(sale),
          creditPrice: onCredit ? parseAmountOrThrow(credit) : null,
        })
      }
      submitText="确定改价"
    >
      <Which sku={sku} />
      <RowVersionFormItem error={set.error} />
      <AmountField name="sale" label="现金价" rule={consoleSkuEndpoints.setPrice.input.shape.salePrice} focus />
      <CreditPrice />
      <p className="drawer-note">已提交的订单不受影响；购物车和确认页立即按新价计算。</p>
    </FormDrawer>
  )
}

function CreditPrice() {
  const form = Form.useFormInstance<Prices>()
  const sale = Form.useWatch('sale', form) ?? ''
  const credit = Form.useWatch('credit', form) ?? ''
  const onCredit = Form.useWatch('onCredit', form) ?? true
  const more = formatCreditSurcharge(parseAmount(sale), parseAmount(credit))
  return (
    <>
      <Form.Item name="onCredit" valuePropName="checked">
        <Checkbox>支持赊销</Checkbox>
      </Form.Item>
      {onCredit && (
        <AmountField
          name="credit"
          label="赊销价"
          rule={consoleSkuEndpoints.setPrice.input.shape.salePrice}
          help={more && `比现金价 ${more}`}
          beside="sale"
          against={(text) => creditPriceError(form.getFieldValue('sale'), text)}
        />
      )}
    </>
  )
}

interface Change {
  direction: StockDirection
  units: number | null
  reason: string
  warehouseId?: string
  batchId?: string
}

/** Changes the stock: goods that came in, or a correction. */
export function AdjustStockDrawer({ sku, open, close }: Props) {
  const { skuId } = sku
  const adjust = useApiMutation(skuApi.adjustStock, { invalidates: invalidatedBySku, successMessage: '库存已调整', close })
  return (
    <FormDrawer<Change>
      title="调整库存"
      open={open}
      close={close}
      busy={adjust.isPending}
      initial={{ direction: 'in' }}
      submit={({ direction, units, reason, warehouseId, batchId }) =>
        adjust.mutate({
          skuId,
          change: toSignedUnits(direction, units ?? 0),
          reason,
          ...(warehouseId && { warehouseId }),
          ...(batchId && { batchId }),
        })
      }
      submitText="确定调整"
    >
      <Which sku={sku} />
      <StockFields sku={sku} />
      <WarehouseField label="仓库" />
      <BatchField sku={sku} open={open} />
      <ReasonField />
    </FormDrawer>
  )
}

/** The batch that the units are of. Goods without batches do not show it. */
function BatchField({ sku, open }: { sku: ConsoleSkuRow; open: boolean }) {
  const { allowed } = usePermission(consoleBatchEndpoints.list)
  const { data = [] } = useQuery({ ...batchesOfSkuQuery(sku.skuId), enabled: open && allowed })
  const options = [...Map.groupBy(data, ({ batchId }) => batchId)].map(([value, lying]) => ({
    value,
    label: `${lying.slice(0, 1).map(formatBatch).join('')}，${lying.map(({ warehouseName, units, unit }) => `${warehouseName} ${formatCount(units)} ${unit}`).join('、')}`,
  }))
  if (options.length === 0) return null
  return (
    <Form.Item name="batchId" label="批次" extra="不选时：减少先取已过期和最早到期的，增加记为无批号">
      <Select allowClear options={options} placeholder="自动" />
    </Form.Item>
  )
}

function StockFields({ sku: { available, reserved } }: { sku: ConsoleSkuRow }) {
  const form = Form.useFormInstance<Change>()
  const direction = Form.useWatch('direction', form) ?? 'in'
  const units = Form.useWatch('units', form)
  const fault = stockChangeError(direction, units, available)
  const rule = async (_: unknown, typed: number | null | undefined) => {
    const wrong = stockChangeError(form.getFieldValue('direction'), typed, available)
    if (wrong !== undefined) throw new Error(wrong)
  }
  return (
    <>
      <Form.Item name="direction" label="方向">
        <Radio.Group
          options={[
            { value: 'in', label: '入库（增加）' },
            { value: 'out', label: '盘亏、报损（减少）' },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="units"
        label="数量"
        required
        dependencies={['direction']}
        rules={[{ validator: rule }]}
        extra={
          <span>
            可售 <b className="num">{formatCount(available)}</b>
            {fault === undefined && units ? (
              <>
                {' → '}
                <b className="num">{formatCount(available + toSignedUnits(direction, units))}</b>
              </>
            ) : null}
            ，订单已占 <b className="num">{formatCount(reserved)}</b>
          </span>
        }
      >
        <NumberInput autoFocus className="num stock-input" />
      </Form.Item>
    </>
  )
}
