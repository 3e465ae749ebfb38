import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { SideDrawer } from '#console/platform/components/forms/dialog.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { type Column, customColumn, instantColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { pickFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { PictureViewer } from '#console/platform/components/picture-viewer.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useNow } from '#console/platform/components/use-now.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleLicenceEndpoints, type ShopLicence } from '#contract/catalog/licences/console-api.ts'
import { LICENCE_REMINDER_DAYS } from '#contract/catalog/licences/shapes.ts'
import { Id } from '#contract/platform/core/fields.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { invalidatedByLicence, licenceApi } from './licence-api.ts'
import { ShopFilterPicker } from './pickers.tsx'
import { RecordShopLicenceDrawer } from './shop-licence-drawer.tsx'

const columns: Column<ShopLicence>[] = [
  customColumn({ title: '店铺', value: ({ shopName }) => shopName }),
  customColumn({
    title: '许可证',
    width: 260,
    value: ({ kindName, licenceNo }) => (
      <div className="two-lines">
        <span>{kindName}</span>
        <small className="num">{licenceNo}</small>
      </div>
    ),
  }),
  customColumn({
    title: '有效期至',
    width: 176,
    value: (licence) => <ValidUntil {...licence} />,
  }),
  customColumn({ title: '登记人', width: 112, value: ({ enteredBy }) => enteredBy }),
  instantColumn({ title: '登记时间', value: ({ enteredAt }) => enteredAt }),
]

function ValidUntil({ validUntil, expired }: ShopLicence) {
  const today = toShanghaiDay(useNow())
  const ending = !expired && validUntil <= addDays(today, LICENCE_REMINDER_DAYS)
  return (
    <span className="tags">
      <span className="num">{validUntil}</span>
      {expired && <Tag tone="bad">已过期</Tag>}
      {ending && <Tag tone="wait">即将到期</Tag>}
    </span>
  )
}

const fields = { shopId: pickFilter('店铺', Id) }

/** 店铺许可证: the licences of the shops that the person keeps, ordered by last day. */
export function Page() {
  const [entering, viewing] = [useDrawer<ShopLicence | undefined>(), useDrawer<ShopLicence>()]
  const may = usePermission(consoleLicenceEndpoints.saveOfShop).allowed
  const act = customColumn<ShopLicence>({
    title: '操作',
    width: 208,
    value: (licence) => <LicenceActions licence={licence} view={viewing.show} renew={entering.show} />,
  })
  return (
    <>
      <ListPage
        title="店铺许可证"
        note="没有有效许可证的店铺，要求它的商品不能发布和购买；到期前 30 天提醒。"
        actions={
          may && (
            <Button type="primary" icon={<Plus size={15} aria-hidden />} onClick={() => entering.show(undefined)}>
              登记许可证
            </Button>
          )
        }
        queryKey={['licence', 'shops']}
        fields={fields}
        pickers={{ shopId: ShopFilterPicker }}
        list={(input, options) => licenceApi.shopList(input, options)}
        exportRows={(input) => exportApi.shopLicences(input)}
        columns={may ? [...columns, act] : columns}
        rowKey={({ id }) => id}
        width={960}
        empty="还没有登记店铺的许可证"
        next="销售受管制的商品前，点“登记许可证”"
      />
      <RecordShopLicenceDrawer key={entering.subject?.id ?? 'new'} former={entering.subject} open={entering.open} close={entering.close} />
      <SideDrawer
        title={viewing.subject && `${viewing.subject.shopName} · ${viewing.subject.kindName}`}
        open={viewing.open}
        close={viewing.close}
        size={720}
      >
        {viewing.subject && <Picture licence={viewing.subject} />}
      </SideDrawer>
    </>
  )
}

const Picture = ({ licence: { shopId, id, kindName } }: { licence: ShopLicence }) => (
  <PictureViewer
    title="许可证图片"
    pictures={[{ fileId: id, label: kindName }]}
    none="没有图片"
    load={(_, options) => licenceApi.viewOfShop({ shopId, id }, options)}
  />
)

interface LicenceActionsProps {
  licence: ShopLicence
  view: (licence: ShopLicence) => void
  /** Opens the form for the next licence of this kind. */
  renew: (licence: ShopLicence) => void
}

function LicenceActions({ licence, view, renew }: LicenceActionsProps) {
  const confirm = useConfirm()
  const remove = useApiMutation(licenceApi.removeOfShop, { invalidates: invalidatedByLicence, successMessage: '已撤销' })
  const { shopId, id, shopName, kindName } = licence
  return (
    <div className="row-actions">
      <Button size="small" aria-label={`查看${shopName}的${kindName}`} onClick={() => view(licence)}>
        查看
      </Button>
      <Button size="small" aria-label={`给${shopName}的${kindName}换证`} onClick={() => renew(licence)}>
        换证
      </Button>
      <Button
        size="small"
        aria-label={`撤销${shopName}的${kindName}`}
        onClick={() =>
          confirm({
            title: `撤销“${shopName}”的《${kindName}》？`,
            content: '要求它的商品随即不能购买；已提交的订单不受影响。',
            okText: '撤销',
            grave: true,
            run: () => remove.mutateAsync({ shopId, id }),
          })
        }
      >
        撤销
      </Button>
    </div>
  )
}
