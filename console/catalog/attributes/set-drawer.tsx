import { Form, Input } from 'antd'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { type AttributeSetDetail, attributeFields } from '#contract/catalog/attributes/shapes.ts'
import { attributeSetApi, invalidatedByAttribute } from './attributes-api.ts'
import { type AttributeSetLine, AttributeSetLinesField } from './lines-field.tsx'
import './attributes.css'

interface Values extends RowVersionFormValues {
  name: string
  lines: AttributeSetLine[]
}

interface Props {
  /** null: a new set. */
  known: AttributeSetDetail | null
  open: boolean
  close: () => void
}

const toInput = ({ attributeId, required, filterable, compared, makesSkus, onCard }: AttributeSetLine) => ({
  attributeId,
  required,
  filterable,
  compared,
  makesSkus,
  onCard,
})

/** The form of an attribute set: its name and its attributes with their flags. */
export function CreateOrEditAttributeSetDrawer({ known, open, close }: Props) {
  const save = useApiMutation(attributeSetApi.save, { invalidates: invalidatedByAttribute, successMessage: '已保存', close })
  return (
    <FormDrawer<Values>
      title={known ? '修改参数模板' : '新建参数模板'}
      open={open}
      close={close}
      busy={save.isPending}
      initial={{ name: known?.name ?? '', lines: known?.lines ?? [], rowVersion: known?.rowVersion ?? 0 }}
      submit={({ lines, ...typed }) => save.mutate({ ...typed, ...(known && { id: known.setId }), lines: lines.map(toInput) })}
      submitText="保存"
      wide
    >
      <RowVersionFormItem error={save.error} />
      <Form.Item name="name" label="名称" required rules={[toFormRule(attributeFields.setName)]}>
        <Input autoComplete="off" maxLength={40} placeholder="如 采煤截齿" />
      </Form.Item>
      <AttributeSetLinesField />
      <p className="drawer-note">
        用途只在本模板里生效；参数的默认用途以后改变，模板不随之改变。修改后，使用它的分类立即按新的模板填写商品。
      </p>
    </FormDrawer>
  )
}
