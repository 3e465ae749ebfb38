import { useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Input, Select } from 'antd'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { WAREHOUSE_NAME_MAX, type Warehouse, warehouseFields } from '#contract/catalog/inventory/warehouses-api.ts'
import { invalidatedByWarehouse, warehouseApi, warehouseChoicesQuery } from './warehouses-api.ts'

interface Values extends RowVersionFormValues {
  code: string
  name: string
  address: string
  provinces: string[]
  open: boolean
  servedDays: number | null
  moreDays: number
}

const nothing: Values = { code: '', name: '', address: '', provinces: [], open: true, servedDays: null, moreDays: 0, rowVersion: 0 }

interface Props {
  /** null: a new warehouse. */
  known: Warehouse | null
  open: boolean
  close: () => void
}

/** Creates or changes a warehouse. */
export function CreateOrEditWarehouseDrawer({ known, open, close }: Props) {
  const choices = useQuery(warehouseChoicesQuery)
  const save = useApiMutation(warehouseApi.save, { invalidates: invalidatedByWarehouse, successMessage: '已保存', close })
  const { code, name, address, provinces, open: isOpen, servedDays, moreDays, rowVersion } = known ?? nothing
  const warehouseId = known?.warehouseId
  return (
    <FormDrawer<Values>
      title={known ? '修改仓库' : '新增仓库'}
      open={open}
      close={close}
      busy={save.isPending}
      initial={{ code, name, address, provinces, open: isOpen, servedDays, moreDays, rowVersion }}
      submit={(typed) => save.mutate({ ...typed, ...(warehouseId && { warehouseId }) })}
      submitText="保存"
    >
      <RowVersionFormItem error={save.error} />
      <Form.Item name="code" label="仓库编码" required rules={[toFormRule(warehouseFields.code)]}>
        <Input className="num" autoComplete="off" maxLength={12} placeholder="如 SY-1" />
      </Form.Item>
      <Form.Item name="name" label="仓库名称" required rules={[toFormRule(warehouseFields.name)]}>
        <Input autoComplete="off" maxLength={WAREHOUSE_NAME_MAX} />
      </Form.Item>
      <Form.Item name="address" label="地址" rules={[toFormRule(warehouseFields.address)]}>
        <Input autoComplete="off" maxLength={100} />
      </Form.Item>
      <Form.Item
        name="provinces"
        label="服务省份"
        rules={[toFormRule(warehouseFields.provinces)]}
        extra="按优先顺序选择：两个仓库服务同一省份时，该省份排得更靠前的仓库优先发货。"
      >
        <Select
          mode="multiple"
          loading={choices.isPending}
          options={(choices.data?.provinces ?? []).map((value) => ({ value, label: value }))}
          placeholder="不选则只在其他仓库缺货时发货"
        />
      </Form.Item>
      <Form.Item
        name="servedDays"
        label="服务省份承运天数"
        rules={[toFormRule(warehouseFields.servedDays)]}
        extra="从本仓发往服务省份的天数，用来算预计送达日；不填按送达时效中该省份的天数。"
      >
        <NumberInput className="num" suffix="天" placeholder="按送达时效" />
      </Form.Item>
      <Form.Item
        name="moreDays"
        label="其他省份加天数"
        required
        rules={[toFormRule(warehouseFields.moreDays)]}
        extra="从本仓发往其他省份，比送达时效多用的天数；之后付款的订单按新的天数承诺。"
      >
        <NumberInput className="num" suffix="天" />
      </Form.Item>
      <Form.Item
        name="open"
        valuePropName="checked"
        extra={known?.isMain ? '主仓不能停用。' : '停用后不再收发货，仓内库存保留，可用调整转出。'}
      >
        <Checkbox disabled={known?.isMain ?? false}>使用中</Checkbox>
      </Form.Item>
    </FormDrawer>
  )
}
