import { useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Input, Radio, Select } from 'antd'
import { useId } from 'react'
import { categoriesQuery } from '#console/catalog/categories/category-api.ts'
import { toCategoryOptions } from '#console/catalog/categories/category-options.ts'
import { useWarehouseOptions } from '#console/catalog/warehouse/warehouse-field.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { BinField } from '#contract/catalog/inventory/api.ts'
import { consoleStockCountEndpoints, stockCountFields } from '#contract/catalog/stock-counts/api.ts'
import { STOCK_COUNT_LINES_MAX } from '#contract/catalog/stock-counts/shapes.ts'
import { invalidatedByStockCount, stockCountApi } from './stock-counts-api.ts'
import './stock-counts.css'

/** How the SKUs of a sheet are chosen. */
const ways = { bins: '货位或分类', codes: '商品编码', file: '文件' } as const

interface Values {
  warehouseId?: string
  way: keyof typeof ways
  binFrom?: string
  binTo?: string
  goodsCategory?: string
  codes?: string
  file?: File
  blind: boolean
  note?: string
}

const { skuCodes: SkuCodes } = consoleStockCountEndpoints.create.input.shape

/** The codes of a text: one a line, or apart by commas or blanks. */
const splitCodes = (text: string): string[] => text.split(/[\s,，;；]+/).filter(Boolean)

interface Props {
  open: boolean
  close: () => void
  /** Called after a sheet was made. */
  afterSuccess: (id: string) => void
}

/** Makes a sheet. What was chosen stays when the server refuses it. */
export function CreateStockCountDrawer({ open, close, afterSuccess }: Props) {
  const create = ({ warehouseId = '', way, file, codes = '', blind, note = '', binFrom = '', binTo = '', goodsCategory }: Values) => {
    const made = { warehouseId, blind, note }
    if (way === 'file' && file) return stockCountApi.createFromFile({ ...made, fileName: file.name }, { file })
    if (way === 'codes') return stockCountApi.create({ ...made, skuCodes: splitCodes(codes) })
    return stockCountApi.create({ ...made, binFrom, binTo, ...(goodsCategory !== undefined && { goodsCategory: Number(goodsCategory) }) })
  }
  const creating = useApiMutation(create, {
    invalidates: invalidatedByStockCount,
    successMessage: ({ lines }) => `盘点单已建，共 ${lines} 个规格`,
    close,
    afterSuccess: ({ id }) => afterSuccess(id),
  })
  return (
    <FormDrawer<Values>
      title="新建盘点单"
      open={open}
      close={close}
      busy={creating.isPending}
      initial={{ way: 'bins', blind: true }}
      submit={(values) => creating.mutate(values)}
      submitText="建盘点单"
    >
      <WarehouseItem />
      <Form.Item name="way" label="按什么选商品">
        <Radio.Group options={Object.entries(ways).map(([value, label]) => ({ value, label }))} />
      </Form.Item>
      <ChoiceItems />
      <Form.Item name="blind" valuePropName="checked" extra="盘点表和录入页不显示账面数量，提交后才看得到差异。">
        <Checkbox>盲盘</Checkbox>
      </Form.Item>
      <Form.Item name="note" label="备注" rules={[toFormRule(stockCountFields.note)]}>
        <Input maxLength={100} placeholder="如：月末盘点，A 区两人一组" />
      </Form.Item>
    </FormDrawer>
  )
}

interface FileProps {
  /** The chosen file, and what happens to another one; the form fills them in. */
  value?: File | undefined
  onChange?: (file: File | undefined) => void
}

/** A field of the form that holds a sheet until the form is sent. */
function SheetFileField({ value, onChange }: FileProps) {
  const id = useId()
  return (
    <div className="count-file">
      <label htmlFor={id} className="button-link">
        {value ? '换一个文件' : '选择文件'}
        <input
          id={id}
          type="file"
          accept=".csv,.xlsx"
          onChange={({ target }) => {
            onChange?.(target.files?.[0])
            // The input is cleared, so that the same file can be chosen again after it was corrected.
            target.value = ''
          }}
        />
      </label>
      <small className="mute">{value?.name ?? `CSV 或 XLSX，含“商品编码”列，最多 ${STOCK_COUNT_LINES_MAX} 行`}</small>
    </div>
  )
}

function WarehouseItem() {
  const { options, isPending } = useWarehouseOptions()
  return (
    <Form.Item name="warehouseId" label="仓库" required rules={[{ required: true, message: '请选择仓库' }]}>
      <Select options={options} loading={isPending} placeholder="选择仓库" />
    </Form.Item>
  )
}

function ChoiceItems() {
  const way: Values['way'] | undefined = Form.useWatch('way')
  if (way === 'codes') return <CodesItem />
  if (way === 'file')
    return (
      <Form.Item name="file" label="文件" required rules={[{ required: true, message: '请选择文件' }]}>
        <SheetFileField />
      </Form.Item>
    )
  return <BinItems />
}

const CodesItem = () => {
  const check = async (_: unknown, text = '') => {
    const codes = splitCodes(text)
    if (codes.length === 0) throw new Error('请填写商品编码')
    const fault = SkuCodes.safeParse(codes)
    if (!fault.success) throw new Error(fault.error.issues[0]?.message ?? '商品编码不正确')
  }
  return (
    <Form.Item
      name="codes"
      label="商品编码"
      required
      rules={[{ validator: check }]}
      extra="每行一个，或用逗号、空格隔开；仓内没有库存的也列入"
    >
      <Input.TextArea rows={6} className="num" autoComplete="off" />
    </Form.Item>
  )
}

function BinItems() {
  const { data, isPending } = useQuery(categoriesQuery)
  const options = toCategoryOptions(data ?? [], true)
  return (
    <>
      <div className="count-bins">
        <Form.Item name="binFrom" label="货位从" rules={[toFormRule(BinField)]}>
          <Input className="num" autoComplete="off" maxLength={20} placeholder="如 A-01" />
        </Form.Item>
        <Form.Item name="binTo" label="到" rules={[toFormRule(BinField)]}>
          <Input className="num" autoComplete="off" maxLength={20} placeholder="如 A-09" />
        </Form.Item>
      </div>
      <Form.Item name="goodsCategory" label="分类（含其下级）" extra="都不选是整仓：有库存或登记了货位的规格，没有货位的排在最后">
        <Select allowClear showSearch={{ optionFilterProp: 'label' }} options={options} loading={isPending} placeholder="全部分类" />
      </Form.Item>
    </>
  )
}
