import { Form, Input } from 'antd'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { ConsoleSkuRow } from '#contract/catalog/goods/console-api.ts'
import { BinField } from '#contract/catalog/inventory/api.ts'
import { invalidatedBySku, stockApi } from './skus-api.ts'

interface Values extends RowVersionFormValues {
  bin?: string
}

/** 货位: where the SKU lies in the house. */
export function SetSkuBinDrawer({ sku, open, close }: { sku: ConsoleSkuRow; open: boolean; close: () => void }) {
  const { skuId, goodsName, code, bin, binVersion: rowVersion } = sku
  const setting = useApiMutation(stockApi.setBin, { invalidates: invalidatedBySku, successMessage: '货位已登记', close })
  return (
    <FormDrawer<Values>
      title="登记货位"
      open={open}
      close={close}
      busy={setting.isPending}
      initial={{ bin, rowVersion }}
      submit={({ bin: typed = '', rowVersion: seen }) => setting.mutate({ skuId, bin: typed, rowVersion: seen })}
      submitText="保存货位"
    >
      <p className="drawer-lead">
        {goodsName} · <span className="num">{code}</span>
      </p>
      <RowVersionFormItem error={setting.error} />
      <Form.Item name="bin" label="货位" rules={[toFormRule(BinField)]} extra="波次拣货单按货位排序；留空表示没有固定货位">
        <Input autoFocus autoComplete="off" className="num" maxLength={20} placeholder="如 A-03-2" />
      </Form.Item>
    </FormDrawer>
  )
}
