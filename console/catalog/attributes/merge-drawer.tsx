import { Form, Select } from 'antd'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { getOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { AttributeDetail } from '#contract/catalog/attributes/shapes.ts'
import { formatCount } from '#ui/format.ts'
import { attributeApi, invalidatedByAttribute } from './attributes-api.ts'

interface Values extends RowVersionFormValues {
  fromChoiceId: string
  intoChoiceId: string
}

/** The form to merge one choice into another one. */
export function MergeAttributeChoicesDrawer({ known, open, close }: { known: AttributeDetail; open: boolean; close: () => void }) {
  const merge = useApiMutation(attributeApi.mergeChoices, {
    invalidates: invalidatedByAttribute,
    successMessage: '已合并',
    close,
  })
  return (
    <FormDrawer<Values>
      title="合并选项"
      open={open}
      close={close}
      busy={merge.isPending}
      initial={{ rowVersion: known.rowVersion }}
      submit={(values) => merge.mutate({ id: known.attributeId, ...values })}
      submitText="合并"
      grave
    >
      <p className="drawer-lead">{known.name}</p>
      <RowVersionFormItem error={merge.error} />
      <ChoicePick name="fromChoiceId" label="把选项" known={known} />
      <ChoicePick name="intoChoiceId" label="并入" known={known} against="fromChoiceId" />
      <p className="drawer-note">商品随之改为并入的选项，被并入的名称成为它的同义词。合并不能撤销。</p>
    </FormDrawer>
  )
}

interface PickProps {
  name: keyof Values
  label: string
  known: AttributeDetail
  /** A separate field, whose choice cannot be selected here. */
  against?: keyof Values
}

function ChoicePick({ name, label, known, against }: PickProps) {
  const form = Form.useFormInstance<Values>()
  const other = Form.useWatch(against ?? name, form)
  const options = known.choices
    .filter(({ choiceId }) => against === undefined || choiceId !== other)
    .map(({ choiceId, name: text, goodsCount }) => ({ value: choiceId, label: `${text}（${formatCount(goodsCount)} 个商品）` }))
  const differs = async (_: unknown, picked?: string) => {
    if (against !== undefined && picked !== undefined && picked === form.getFieldValue(against)) throw new Error('请选择另一个选项')
  }
  return (
    <Form.Item
      name={name}
      label={label}
      required
      dependencies={against === undefined ? [] : [against]}
      rules={[{ required: true, message: '请选择选项' }, { validator: differs }]}
    >
      <Select showSearch={{ optionFilterProp: 'label' }} options={options} placeholder="请选择" getPopupContainer={getOverlayContainer} />
    </Form.Item>
  )
}
