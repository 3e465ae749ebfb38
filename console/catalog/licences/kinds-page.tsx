import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, Checkbox, Form, Input } from 'antd'
import { Plus } from 'lucide-react'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { type Column, countColumn, customColumn, proseColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable, TableSkeleton } from '#console/platform/components/list/data-table.tsx'
import { PageHead, Panel } from '#console/platform/components/panel.tsx'
import { EditAndDeleteRowActions } from '#console/platform/components/row-actions.tsx'
import { EmptyState, QueryContent } from '#console/platform/components/states.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleLicenceEndpoints, type LicenceKind } from '#contract/catalog/licences/console-api.ts'
import { LICENCE_KIND_NAME_MAX, LICENCE_NOTE_LENGTH_MAX, licenceHolderKinds, licenceKindFields } from '#contract/catalog/licences/shapes.ts'
import { invalidatedByLicence, licenceApi, licenceKindsQuery } from './licence-api.ts'

const WIDTH = 960

const formatHolders = ({ ofShop, ofBuyer }: Pick<LicenceKind, 'ofShop' | 'ofBuyer'>): string =>
  [ofShop && licenceHolderKinds.shop.label, ofBuyer && licenceHolderKinds.buyer.label].filter(Boolean).join('、')

const columns: Column<LicenceKind>[] = [
  customColumn({ title: '许可证', width: 232, value: ({ name }) => name }),
  customColumn({ title: '由谁持有', width: 112, value: formatHolders }),
  countColumn({ title: '要求的商品', width: 96, value: ({ goodsCount }) => goodsCount }),
  countColumn({ title: '要求的分类', width: 96, value: ({ categoryCount }) => categoryCount }),
  proseColumn({ title: '给买家的说明', value: ({ note }) => note }),
]

/** 许可证种类: the kinds that goods and categories may demand of their shop and of their buyer. */
export function Page() {
  const kinds = useQuery(licenceKindsQuery)
  const drawer = useDrawer<LicenceKind | undefined>()
  const may = usePermission(consoleLicenceEndpoints.saveKind).allowed
  const act = customColumn<LicenceKind>({ title: '操作', width: 136, value: (kind) => <KindActions kind={kind} edit={drawer.show} /> })
  const shown = may ? [...columns, act] : columns
  return (
    <>
      <PageHead
        title="许可证种类"
        note="在分类或商品上选择需要的许可证：店铺没有有效的许可证时不能发布和销售，买家没有时不能提交订单。"
        actions={
          <>
            <Link to="/shop_licences" className="button-link">
              店铺许可证
            </Link>
            {may && (
              <Button type="primary" icon={<Plus size={15} aria-hidden />} onClick={() => drawer.show(undefined)}>
                新增种类
              </Button>
            )}
          </>
        }
      />
      <Panel title="全部种类" flush>
        <QueryContent from={kinds} waiting={<TableSkeleton columns={shown} count={4} width={WIDTH} />}>
          {(rows) => (
            <DataTable
              columns={shown}
              rows={rows}
              rowKey={({ kindId }) => kindId}
              width={WIDTH}
              empty={<EmptyState title="还没有许可证种类" next="销售危险化学品等受管制的商品时，点“新增种类”" />}
            />
          )}
        </QueryContent>
      </Panel>
      <KindDrawer key={drawer.subject?.kindId ?? 'new'} kind={drawer.subject} open={drawer.open} close={drawer.close} />
    </>
  )
}

function KindActions({ kind, edit }: { kind: LicenceKind; edit: (kind: LicenceKind) => void }) {
  const remove = useApiMutation(licenceApi.deleteKind, { invalidates: invalidatedByLicence, successMessage: '已删除' })
  const { kindId, name, rowVersion } = kind
  return (
    <EditAndDeleteRowActions
      name={name}
      edit={() => edit(kind)}
      remove={() => remove.mutateAsync({ kindId, rowVersion })}
      warning="不能恢复。有商品、分类要求它，或有人持有时不会删除。"
    />
  )
}

interface Fields extends RowVersionFormValues {
  name: string
  holders: ('shop' | 'buyer')[]
  note?: string
}

const fieldsOf = ({ name, ofShop, ofBuyer, note, rowVersion }: LicenceKind): Fields => ({
  name,
  holders: [...(ofShop ? (['shop'] as const) : []), ...(ofBuyer ? (['buyer'] as const) : [])],
  note,
  rowVersion,
})

function KindDrawer({ kind, open, close }: { kind: LicenceKind | undefined; open: boolean; close: () => void }) {
  const save = useApiMutation(licenceApi.saveKind, { invalidates: invalidatedByLicence, successMessage: '已保存', close })
  const submit = ({ name, holders, note = '', rowVersion }: Fields) =>
    save.mutate({
      ...(kind ? { kindId: kind.kindId } : {}),
      name,
      note,
      rowVersion,
      ofShop: holders.includes('shop'),
      ofBuyer: holders.includes('buyer'),
    })
  return (
    <FormDrawer<Fields>
      title={kind ? '修改许可证种类' : '新增许可证种类'}
      open={open}
      close={close}
      busy={save.isPending}
      submitText="保存"
      submit={submit}
      initial={kind ? fieldsOf(kind) : { holders: ['shop', 'buyer'], rowVersion: 0 }}
    >
      <RowVersionFormItem error={save.error} />
      <Form.Item name="name" label="许可证名称" required rules={[toFormRule(licenceKindFields.name)]}>
        <Input autoComplete="off" maxLength={LICENCE_KIND_NAME_MAX} placeholder="危险化学品经营许可证" />
      </Form.Item>
      <Form.Item
        name="holders"
        label="由谁持有（至少一项）"
        rules={[
          {
            validator: async (_, holders: unknown[]) => {
              if (holders.length === 0) throw new Error('请选择由谁持有')
            },
          },
        ]}
      >
        <Checkbox.Group
          options={[
            { value: 'shop', label: licenceHolderKinds.shop.label },
            { value: 'buyer', label: licenceHolderKinds.buyer.label },
          ]}
        />
      </Form.Item>
      <Form.Item name="note" label="给买家的说明" rules={[toFormRule(licenceKindFields.note)]}>
        <Input.TextArea
          rows={3}
          maxLength={LICENCE_NOTE_LENGTH_MAX}
          placeholder="由县级以上应急管理部门颁发；只用于自用的，提交危险化学品使用说明"
        />
      </Form.Item>
    </FormDrawer>
  )
}
