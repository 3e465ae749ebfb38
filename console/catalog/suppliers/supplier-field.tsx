import { Form, Select } from 'antd'
import { optionsWithCurrent } from '#console/platform/components/forms/options-with-current.ts'
import { getParentOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { SEARCHING } from '#console/platform/components/use-search-text.ts'
import { useSupplierChoices } from './use-supplier-choices.ts'

interface Props {
  /** The supplier that the form begins with, which may be stopped meanwhile. */
  current?: { supplierId: string; supplierName: string } | undefined
  disabled?: boolean
  focus?: boolean
}

/** The field `supplierId` of a form: a supplier that the mall buys from, found by its name. */
export function SupplierField({ current, disabled = false, focus = false }: Props) {
  const { listed, isPending, isSearching, setTyped } = useSupplierChoices()
  return (
    <Form.Item name="supplierId" label="供应商" required rules={[{ required: true, message: '请选择供应商' }]}>
      <Select
        showSearch={{ filterOption: false, onSearch: setTyped }}
        loading={isPending}
        options={optionsWithCurrent(listed, current?.supplierId, current?.supplierName ?? '')}
        placeholder="输入名称查找"
        notFoundContent={isPending || isSearching ? SEARCHING : '没有合作中的供应商，请先新增'}
        getPopupContainer={getParentOverlayContainer}
        disabled={disabled}
        autoFocus={focus}
      />
    </Form.Item>
  )
}
