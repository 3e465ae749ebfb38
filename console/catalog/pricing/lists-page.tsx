import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, countColumn, customColumn, instantColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { type PriceListRow, priceListStates } from '#contract/catalog/pricing/console-shapes.ts'
import { memberLevels } from '#contract/people/verification/verification-status.ts'
import { Text } from '#contract/platform/core/fields.ts'
import { CreateOrEditPriceListDrawer } from './list-drawer.tsx'
import { ExportPricesButton } from './price-export.tsx'
import { priceApi } from './prices-api.ts'

const fields = { keyword: textFilter('搜索', Text(50), '价目表名称') }
const tones: Record<PriceListRow['state'], TagTone> = { active: 'good', coming: 'over', over: 'over', stopped: 'bad' }

/** 价目表: the price lists of enterprises and of member levels, and when they are in force. */
export function Page() {
  const drawer = useDrawer<PriceListRow | undefined>()
  const { show } = drawer
  const columns = useMemo(() => [...about, actions(show)], [show])
  return (
    <>
      <ListPage
        title="价目表"
        note="协议价按企业，会员价按等级。全站价与阶梯价用表格成批修改，单个规格在商品规格里修改。"
        queryKey={['price', 'lists']}
        fields={fields}
        list={priceApi.lists}
        exportRows={(input) => exportApi.priceLists(input)}
        columns={columns}
        rowKey={({ listId }) => listId}
        width={1040}
        empty="还没有价目表"
        next="点“新建价目表”，为一家企业或一个会员等级单独定价"
        actions={
          <>
            <ExportPricesButton />
            <Link to="/price_import" className="button-link">
              导入全站价
            </Link>
            <Button type="primary" onClick={() => show(undefined)}>
              新建价目表
            </Button>
          </>
        }
      />
      <CreateOrEditPriceListDrawer key={drawer.subject?.listId ?? 'new'} list={drawer.subject} open={drawer.open} close={drawer.close} />
    </>
  )
}

const about: Column<PriceListRow>[] = [
  customColumn({
    title: '名称',
    value: ({ listId, name }) => (
      <Link to="/price_list" search={{ listId }}>
        {name}
      </Link>
    ),
  }),
  customColumn({
    title: '适用于',
    value: ({ level, enterpriseName }) => (level === null ? (enterpriseName ?? '未命名企业') : `${memberLevels[level]}及以上`),
  }),
  customColumn({
    title: '起止',
    width: 210,
    value: ({ fromDay, untilDay }) => (
      <span className="num">
        {fromDay} 至 {untilDay ?? '长期'}
      </span>
    ),
  }),
  customColumn({ title: '状态', width: 92, value: ({ state }) => <Tag tone={tones[state]}>{priceListStates[state].label}</Tag> }),
  countColumn({ title: '价格数', value: ({ items }) => items }),
  customColumn({ title: '建立人', width: 100, value: ({ by }) => by ?? '系统' }),
  instantColumn({ title: '建立时间', value: ({ createdAt }) => createdAt }),
]

const actions = (show: (list: PriceListRow) => void): Column<PriceListRow> => ({
  title: '操作',
  width: 80,
  cell: (list) => (
    <Button size="small" onClick={() => show(list)}>
      修改
    </Button>
  ),
})
