import { Checkbox, Form, Input } from 'antd'
import { LicenceKindsSelect } from '#console/catalog/licences/kinds-select.tsx'
import { SinglePictureField } from '#console/catalog/pictures/picture-field.tsx'
import { TaxClassFields, type TaxClassFormValues, toTaxClass } from '#console/catalog/tax-codes/tax-class-fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { CATEGORY_NAME_MAX, categoryFields } from '#contract/catalog/categories/console-api.ts'
import { categoryApi, invalidatedByCategory } from './category-api.ts'
import type { CategoryTreeRow } from './category-view.ts'

interface Fields extends RowVersionFormValues, TaxClassFormValues {
  name: string
  shown: boolean
  pictureId: string | null
  licenceKindIds: string[]
}

interface Props {
  /** The category to edit; undefined: a new one. */
  category?: CategoryTreeRow
  /** The parent of a new one; undefined: it is a top category. */
  parent?: CategoryTreeRow | undefined
  open: boolean
  close: () => void
}

/** The fields of a category. Its position in the tree is changed in the list. */
export function CreateOrEditCategoryDrawer({ category, parent, open, close }: Props) {
  const save = useApiMutation(categoryApi.save, { invalidates: invalidatedByCategory, successMessage: '已保存', close })
  const isTop = category ? category.parentId === null : parent === undefined
  const own = category?.taxClass ?? null
  const submit = ({ name, shown, pictureId, licenceKindIds, rowVersion, ...tax }: Fields) =>
    save.mutate({
      ...(category ? { categoryId: category.categoryId } : { parentId: parent?.categoryId ?? null }),
      name,
      shown,
      rowVersion,
      taxClass: toTaxClass(tax),
      pictureId,
      licenceKindIds,
    })
  return (
    <FormDrawer<Fields>
      title={category ? '修改分类' : '新增分类'}
      open={open}
      close={close}
      busy={save.isPending}
      submitText="保存"
      submit={submit}
      initial={{
        ...(category ? { name: category.name } : {}),
        shown: category?.shown ?? true,
        pictureId: category?.pictureId ?? null,
        licenceKindIds: category?.licenceKindIds ?? [],
        rowVersion: category?.rowVersion ?? 0,
        has: own ? 'own' : 'above',
        taxCode: own?.taxCode ?? '',
        taxName: own?.taxName ?? '',
      }}
    >
      {parent && <p className="drawer-lead">上级分类：{parent.name}</p>}
      <RowVersionFormItem error={save.error} />
      <Form.Item name="name" label="分类名称" required rules={[toFormRule(categoryFields.name)]}>
        <Input autoComplete="off" maxLength={CATEGORY_NAME_MAX} />
      </Form.Item>
      <Form.Item name="shown" valuePropName="checked">
        <Checkbox>在商城的分类中显示</Checkbox>
      </Form.Item>
      <Form.Item name="pictureId" label="分类图片">
        <SinglePictureField label="分类图片" />
      </Form.Item>
      <Form.Item name="licenceKindIds" label="需要的许可证" extra="其中的商品都需要，另加上级分类和商品自己要求的">
        <LicenceKindsSelect />
      </Form.Item>
      <TaxClassFields label="税收分类编码" without={isTop ? '不设置' : '沿用上级'} />
    </FormDrawer>
  )
}
