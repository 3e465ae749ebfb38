import { Checkbox, Form, Input, Radio } from 'antd'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { createNumberRule, toFormRule } from '#console/platform/components/forms/rule.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { getReasonAgainstAttributeFlag } from '#contract/catalog/attributes/save-input.ts'
import {
  ATTRIBUTE_DECIMALS_MAX,
  type AttributeDetail,
  attributeFields,
  attributeFlags,
  attributeKinds,
} from '#contract/catalog/attributes/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type AttributeFormValues, emptyAttributeFormValues, toAttributeFormValues, toAttributeInput } from './attribute-view.ts'
import { attributeApi, invalidatedByAttribute } from './attributes-api.ts'
import { AttributeChoicesField } from './choices-field.tsx'
import './attributes.css'

interface Props {
  /** null: a new attribute. */
  known: AttributeDetail | null
  open: boolean
  close: () => void
}

/** The form of an attribute, with its choices. */
export function CreateOrEditAttributeDrawer({ known, open, close }: Props) {
  const save = useApiMutation(attributeApi.save, { invalidates: invalidatedByAttribute, successMessage: '已保存', close })
  return (
    <FormDrawer<AttributeFormValues & RowVersionFormValues>
      title={known ? '修改参数' : '新建参数'}
      open={open}
      close={close}
      busy={save.isPending}
      initial={known ? { ...toAttributeFormValues(known), rowVersion: known.rowVersion } : { ...emptyAttributeFormValues, rowVersion: 0 }}
      submit={({ rowVersion, ...typed }) =>
        save.mutate({ ...toAttributeInput(typed), ...(known && { id: known.attributeId }), rowVersion })
      }
      submitText="保存"
      wide
    >
      <RowVersionFormItem error={save.error} />
      {known && known.goodsCount > 0 && (
        <p className="drawer-lead">已有商品填写该参数：类型和单位不能更改，使用中的选项不能删除，可以合并。</p>
      )}
      <div className="field-pair">
        <Form.Item name="name" label="名称" required rules={[toFormRule(attributeFields.name)]}>
          <Input autoComplete="off" maxLength={30} placeholder="如 柄径" />
        </Form.Item>
        <Form.Item name="code" label="编码" required rules={[toFormRule(attributeFields.code)]} extra="导入导出时用，字母开头">
          <Input className="num" autoComplete="off" maxLength={40} placeholder="如 shank-diameter" />
        </Form.Item>
      </div>
      <Form.Item name="kind" label="类型">
        <Radio.Group options={keysOf(attributeKinds).map((value) => ({ value, label: attributeKinds[value].label }))} />
      </Form.Item>
      <OfKind />
    </FormDrawer>
  )
}

/** The fields that depend on the kind. */
function OfKind() {
  const form = Form.useFormInstance<AttributeFormValues>()
  const kind = Form.useWatch('kind', form) ?? form.getFieldValue('kind')
  const multiple = Form.useWatch('multiple', form) ?? form.getFieldValue('multiple')
  const options = keysOf(attributeFlags).map((value) => ({
    value,
    label: attributeFlags[value].label,
    disabled: getReasonAgainstAttributeFlag({ kind, multiple: kind === 'choice' && multiple }, value) !== undefined,
  }))
  return (
    <>
      {kind === 'number' && <Measures />}
      {kind === 'choice' && (
        <Form.Item name="multiple" valuePropName="checked" extra="一个商品可有多个值，如适用地层；这样的参数不能区分规格">
          <Checkbox>可多选</Checkbox>
        </Form.Item>
      )}
      <Form.Item name="flags" label="默认用途" extra="加入模板时带上，在模板里可以逐个调整">
        <Checkbox.Group options={options} />
      </Form.Item>
      {(kind === 'choice' || kind === 'number') && (
        <Form.Item
          name="ruler"
          valuePropName="checked"
          extra="首页的岩石硬度标尺按它选商品，选项写成 f 4–6、f < 2 或 f > 8；只能有一个参数"
        >
          <Checkbox>用作硬度标尺</Checkbox>
        </Form.Item>
      )}
      {kind === 'choice' && <AttributeChoicesField />}
    </>
  )
}

function Measures() {
  const form = Form.useFormInstance<AttributeFormValues>()
  const decimals = Form.useWatch('decimals', form) ?? ATTRIBUTE_DECIMALS_MAX
  const inOrder = async (_: unknown, upper: number | null) => {
    const lower: number | null = form.getFieldValue('lower')
    if (lower !== null && upper !== null && lower > upper) throw new Error('上限不能小于下限')
  }
  return (
    <>
      <div className="field-pair">
        <Form.Item name="unit" label="单位" rules={[toFormRule(attributeFields.unit)]}>
          <Input autoComplete="off" maxLength={12} placeholder="如 mm，没有则不填" />
        </Form.Item>
        <Form.Item name="decimals" label="小数位数" required rules={[toFormRule(attributeFields.decimals)]}>
          <NumberInput className="num" />
        </Form.Item>
      </div>
      <div className="field-pair">
        <Form.Item name="lower" label="下限" rules={[createNumberRule({ decimals })]}>
          <NumberInput className="num" placeholder="不限" />
        </Form.Item>
        <Form.Item name="upper" label="上限" dependencies={['lower']} rules={[createNumberRule({ decimals }), { validator: inOrder }]}>
          <NumberInput className="num" placeholder="不限" />
        </Form.Item>
      </div>
    </>
  )
}
