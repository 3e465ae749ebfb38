import { Button, Form, Input } from 'antd'
import { Plus } from 'lucide-react'
import { SinglePictureField } from '#console/catalog/pictures/picture-field.tsx'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { type Column, customColumn, EMPTY_CELL, proseColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { EditAndDeleteRowActions } from '#console/platform/components/row-actions.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { BRAND_NAME_MAX, brandFields, type ConsoleBrand, consoleBrandEndpoints } from '#contract/catalog/brands/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { Text } from '#contract/platform/core/fields.ts'

const brandApi = createApiClient(consoleBrandEndpoints, sendConsoleRequest)
const invalidates = [['brand']] as const
const fields = { keyword: textFilter('搜索', Text(BRAND_NAME_MAX), '品牌名称') }

const columns: Column<ConsoleBrand>[] = [
  customColumn({ title: '品牌', width: 220, value: ({ name }) => name }),
  customColumn({ title: '产地', width: 160, value: ({ origin }) => origin || EMPTY_CELL }),
  proseColumn({ title: '资质证书', value: ({ certificates }) => certificates.split('\n').filter(Boolean).join('、') || EMPTY_CELL }),
]

/** 品牌: the brands of goods. */
export function Page() {
  const drawer = useDrawer<ConsoleBrand | undefined>()
  const may = usePermission(consoleBrandEndpoints.save).allowed
  const act = customColumn<ConsoleBrand>({ title: '操作', width: 136, value: (brand) => <BrandActions brand={brand} edit={drawer.show} /> })
  return (
    <>
      <ListPage
        title="品牌"
        note="有商品使用的品牌不能删除。"
        actions={
          may && (
            <Button type="primary" icon={<Plus size={15} aria-hidden />} onClick={() => drawer.show(undefined)}>
              新增品牌
            </Button>
          )
        }
        exportRows={(input) => exportApi.brands(input)}
        queryKey={['brand']}
        fields={fields}
        list={brandApi.list}
        columns={may ? [...columns, act] : columns}
        rowKey={({ brandId }) => brandId}
        width={820}
        empty="还没有品牌"
        next="点“新增品牌”建立第一个品牌"
      />
      <BrandDrawer key={drawer.subject?.brandId ?? 'new'} brand={drawer.subject} open={drawer.open} close={drawer.close} />
    </>
  )
}

function BrandActions({ brand, edit }: { brand: ConsoleBrand; edit: (brand: ConsoleBrand) => void }) {
  const remove = useApiMutation(brandApi.delete, { invalidates, successMessage: '已删除' })
  const { brandId, name, rowVersion } = brand
  return (
    <EditAndDeleteRowActions
      name={name}
      edit={() => edit(brand)}
      remove={() => remove.mutateAsync({ brandId, rowVersion })}
      warning="不能恢复。有商品使用时不会删除。"
    />
  )
}

interface Fields extends RowVersionFormValues {
  name: string
  origin?: string
  certificates?: string
  pictureId: string | null
}

const fieldsOf = ({ name, origin, certificates, pictureId, rowVersion }: ConsoleBrand): Fields => ({
  name,
  origin,
  certificates,
  pictureId,
  rowVersion,
})

function BrandDrawer({ brand, open, close }: { brand: ConsoleBrand | undefined; open: boolean; close: () => void }) {
  const save = useApiMutation(brandApi.save, { invalidates, successMessage: '已保存', close })
  const submit = ({ origin = '', certificates = '', ...rest }: Fields) =>
    save.mutate({ ...(brand ? { brandId: brand.brandId } : {}), ...rest, origin, certificates })
  return (
    <FormDrawer<Fields>
      title={brand ? '修改品牌' : '新增品牌'}
      open={open}
      close={close}
      busy={save.isPending}
      submitText="保存"
      submit={submit}
      initial={brand ? fieldsOf(brand) : { pictureId: null, rowVersion: 0 }}
    >
      <RowVersionFormItem error={save.error} />
      <Form.Item name="name" label="品牌名称" required rules={[toFormRule(brandFields.name)]}>
        <Input autoComplete="off" maxLength={BRAND_NAME_MAX} />
      </Form.Item>
      <Form.Item name="origin" label="产地" rules={[toFormRule(brandFields.origin)]}>
        <Input autoComplete="off" maxLength={30} />
      </Form.Item>
      <Form.Item name="certificates" label="资质证书（每行一项）" rules={[toFormRule(brandFields.certificates)]}>
        <Input.TextArea rows={4} maxLength={500} />
      </Form.Item>
      <Form.Item name="pictureId" label="品牌标志">
        <SinglePictureField label="品牌标志" />
      </Form.Item>
    </FormDrawer>
  )
}
