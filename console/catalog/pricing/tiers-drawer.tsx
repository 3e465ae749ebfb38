import { Link } from '@tanstack/react-router'
import { Button, Form, Input } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { type DrawerState, FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { createAmountFormRule, createWholeNumberRule } from '#console/platform/components/forms/rule.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { consolePriceEndpoints, TIERS_PER_SKU_MAX } from '#contract/catalog/pricing/console-api.ts'
import { QUANTITY_MAX } from '#contract/platform/core/fields.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import {
  type PriceTier,
  type PriceTierFormValues,
  tierCreditPriceError,
  tierQuantityError,
  tierSalePriceError,
  toPriceTier,
  toPriceTierFormValues,
} from './price-view.ts'
import { invalidatedByPrice, priceApi } from './prices-api.ts'
import { usePriceMutationWithConfirmation } from './unusual-prices.tsx'

interface Sku {
  skuId: string
  code: string
  goodsName: string
  skuProps: string
}
interface Subject {
  sku: Sku
  tiers: PriceTier[]
  /** The version of all these tiers together. */
  rowVersion: number
}
interface Values extends RowVersionFormValues {
  tiers: PriceTierFormValues[]
}

/** Loads the current tiers of one SKU, the public ones or those of a list. */
export function useSetPriceTiersDrawer(listId?: string): DrawerState<Subject> & { ask: (sku: Sku) => void; asking: boolean } {
  const { show, ...drawer } = useDrawer<Subject>()
  const reading = useApiMutation((sku: Sku) => priceApi.prices({ ...(listId === undefined ? {} : { listId }), skuId: sku.skuId }), {
    afterSuccess: ({ prices: tiers, rowVersion }, sku) => show({ sku, tiers, rowVersion }),
  })
  return { ...drawer, ask: reading.mutate, asking: reading.isPending }
}

interface Props {
  subject: Subject
  /** The list; undefined: the public tiers. */
  listId?: string
  open: boolean
  close: () => void
}

/** 阶梯价: the unit prices by quantity. The first public price is the SKU's own; a list can begin at any quantity. */
export function SetPriceTiersDrawer({ subject: { sku, tiers, rowVersion }, listId, open, close }: Props) {
  const { skuId, goodsName, code, skuProps } = sku
  const whose = listId === undefined ? {} : { listId }
  const set = usePriceMutationWithConfirmation(priceApi.setPrices, {
    invalidates: invalidatedByPrice,
    successMessage: '价格已更新',
    close,
    again: (input) => ({ ...input, confirmed: true }),
  })
  return (
    <FormDrawer<Values>
      title="阶梯价"
      open={open}
      close={close}
      busy={set.isPending}
      initial={{ rowVersion, tiers: tiers.map(toPriceTierFormValues) }}
      submit={(values) => set.mutate({ ...whose, skuId, rowVersion: values.rowVersion, prices: values.tiers.map(toPriceTier) })}
      submitText="保存阶梯价"
    >
      <p className="drawer-lead">
        {goodsName} · <span className="num">{code}</span> · {formatSkuProps(skuProps)}
        {'　'}
        <Link to="/price_history" search={{ skuId, code }}>
          价格变动
        </Link>
      </p>
      <RowVersionFormItem error={set.error} />
      <Form.List name="tiers">
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }) => (
              <Row key={key} at={name} own={listId === undefined && name === 0} remove={() => remove(name)} />
            ))}
            <Button icon={<Plus size={14} aria-hidden />} block disabled={fields.length >= TIERS_PER_SKU_MAX} onClick={() => add({})}>
              {fields.length >= TIERS_PER_SKU_MAX ? `最多 ${TIERS_PER_SKU_MAX} 级` : '增加一级'}
            </Button>
          </>
        )}
      </Form.List>
      <p className="drawer-note">数量逐级增加，价格逐级降低。赊销价留空：第一级为不支持赊销，其余各级沿用上一级。已提交的订单不受影响。</p>
    </FormDrawer>
  )
}

const { salePrice } = consolePriceEndpoints.setPrices.input.shape.prices.def.element.shape

/** `own`: it is the SKU's own price from one unit on, and cannot be removed. */
function Row({ at, own, remove }: { at: number; own: boolean; remove: () => void }) {
  const form = Form.useFormInstance<Values>()
  const tiers = (): PriceTierFormValues[] => form.getFieldValue('tiers') ?? []
  const quantityRule = async () => {
    const fault = tierQuantityError(tiers(), at)
    if (fault !== undefined) throw new Error(fault)
  }
  const above = (field: keyof PriceTierFormValues) => (at === 0 ? [] : [['tiers', at - 1, field]])
  return (
    <fieldset className="price-row" aria-label={`第 ${at + 1} 级`}>
      <Form.Item
        name={[at, 'from']}
        label="起订数量"
        required
        dependencies={above('from')}
        rules={[createWholeNumberRule(1, QUANTITY_MAX), { validator: quantityRule }]}
      >
        <NumberInput disabled={own} className="num price-quantity" />
      </Form.Item>
      <Form.Item
        name={[at, 'sale']}
        label="现金价"
        required
        dependencies={above('sale')}
        rules={[createAmountFormRule(salePrice, { against: () => tierSalePriceError(tiers(), at) })]}
      >
        <Input prefix="¥" inputMode="decimal" autoComplete="off" className="amount-input" />
      </Form.Item>
      <Form.Item
        name={[at, 'credit']}
        label="赊销价"
        dependencies={[['tiers', at, 'sale']]}
        rules={[createAmountFormRule(salePrice, { optional: true, against: () => tierCreditPriceError(tiers()[at] ?? {}) })]}
      >
        <Input prefix="¥" inputMode="decimal" autoComplete="off" className="amount-input" />
      </Form.Item>
      {!own && (
        <Button
          type="text"
          danger
          size="small"
          icon={<Trash2 size={14} aria-hidden />}
          aria-label={`删除第 ${at + 1} 级`}
          onClick={remove}
        />
      )}
    </fieldset>
  )
}
