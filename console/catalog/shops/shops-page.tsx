import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { type Column, countColumn, customColumn, EMPTY_CELL, instantColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { type ConsoleShop, consoleShopEndpoints } from '#contract/catalog/shops/console-api.ts'
import { type ShopState, shopLifecycle } from '#contract/catalog/shops/shop-lifecycle.ts'
import { Text } from '#contract/platform/core/fields.ts'
import { listAllowedVerbs } from '#contract/platform/core/lifecycle.ts'
import { CreateOrEditShopDrawer } from './shop-drawer.tsx'
import { invalidatedByShop, shopApi } from './shops-api.ts'

const fields = { shopState: tabsFilter('状态', shopLifecycle.states), keyword: textFilter('搜索', Text(30), '店铺名称') }
const tones: Record<ShopState, TagTone> = { open: 'good', paused: 'bad' }

const columns: Column<ConsoleShop>[] = [
  customColumn({
    title: '店铺',
    value: ({ name, city }) => (
      <div className="two-lines">
        <span>{name}</span>
        <small>{city}</small>
      </div>
    ),
  }),
  customColumn({ title: '状态', width: 96, value: ({ state }) => <Tag tone={tones[state]}>{shopLifecycle.states[state].label}</Tag> }),
  countColumn({ title: '商品数', value: ({ goodsCount }) => goodsCount }),
  customColumn({
    title: '联系人',
    width: 180,
    value: ({ contactName, contactPhone }) =>
      contactName === '' && contactPhone === '' ? (
        EMPTY_CELL
      ) : (
        <div className="two-lines">
          <span>{contactName}</span>
          <small className="num">{contactPhone}</small>
        </div>
      ),
  }),
  instantColumn({ title: '建立时间', value: ({ createdAt }) => createdAt }),
]

/** 店铺: the shops that the person keeps. */
export function Page() {
  const drawer = useDrawer<ConsoleShop | undefined>()
  const may = usePermission(consoleShopEndpoints.save).allowed
  const mayNameStaff = usePermission(consoleShopEndpoints.setStaff).allowed
  const act = customColumn<ConsoleShop>({ title: '操作', width: 184, value: (shop) => <ShopActions shop={shop} edit={drawer.show} /> })
  return (
    <>
      <ListPage
        title="店铺"
        note="暂停营业的店铺，商品仍然可见，不能购买；已提交的订单不受影响。"
        actions={
          <>
            {mayNameStaff && (
              <Link to="/shop_staff" className="button-link">
                店铺员工
              </Link>
            )}
            {may && (
              <Button type="primary" icon={<Plus size={15} aria-hidden />} onClick={() => drawer.show(undefined)}>
                新增店铺
              </Button>
            )}
          </>
        }
        exportRows={(input) => exportApi.shops(input)}
        queryKey={['shop', 'list']}
        fields={fields}
        list={shopApi.list}
        columns={may ? [...columns, act] : columns}
        rowKey={({ shopId }) => shopId}
        width={960}
        empty="还没有店铺"
        next="点“新增店铺”建立第一个店铺"
      />
      <CreateOrEditShopDrawer key={drawer.subject?.shopId ?? 'new'} shop={drawer.subject} open={drawer.open} close={drawer.close} />
    </>
  )
}

const consequences = {
  pause: '商品仍然可见，不能购买；已提交的订单不受影响。',
  open: '商品立即恢复购买。',
}

function ShopActions({ shop, edit }: { shop: ConsoleShop; edit: (shop: ConsoleShop) => void }) {
  const confirm = useConfirm()
  const pause = useApiMutation(shopApi.pause, { invalidates: invalidatedByShop, successMessage: '已暂停营业' })
  const open = useApiMutation(shopApi.open, { invalidates: invalidatedByShop, successMessage: '已恢复营业' })
  const { shopId, name, state, rowVersion } = shop
  const run = { pause, open }
  return (
    <div className="row-actions">
      <Button size="small" aria-label={`修改${name}`} onClick={() => edit(shop)}>
        修改
      </Button>
      {listAllowedVerbs(shopLifecycle, state, 'staff').map((verb) => (
        <Button
          key={verb}
          size="small"
          aria-label={`${name}${shopLifecycle.verbs[verb].label}`}
          onClick={() =>
            confirm({
              title: `${verb === 'pause' ? '暂停' : '恢复'}“${name}”营业？`,
              content: consequences[verb],
              okText: shopLifecycle.verbs[verb].label,
              grave: verb === 'pause',
              run: () => run[verb].mutateAsync({ shopId, rowVersion }),
            })
          }
        >
          {shopLifecycle.verbs[verb].label}
        </Button>
      ))}
    </div>
  )
}
