import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Button, Checkbox } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { type Column, countColumn, customColumn, instantColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { flagFilter, parseListSearchParams, pickFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { GOODS_KEYWORD_LENGTH_MAX } from '#contract/catalog/goods/keyword.ts'
import { type GoodsVerb, goodsLifecycle } from '#contract/catalog/goods-editing/goods-lifecycle.ts'
import type { ConsoleGoodsRow } from '#contract/catalog/goods-editing/shapes.ts'
import { Id, Text } from '#contract/platform/core/fields.ts'
import { listAllowedVerbs } from '#contract/platform/core/lifecycle.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { BulkEditGoodsDrawer } from './bulk/bulk-drawer.tsx'
import { goodsApi, goodsExportApi, goodsTones, invalidatedByGoods } from './goods-api.ts'
import { BrandSelect, CategorySelect, ShopSelect } from './selects.tsx'

/** A category in an address. */
const CategoryIdParam = z.string().check(z.regex(/^[1-9]\d{0,4}$/))

const fields = {
  state: tabsFilter('状态', goodsLifecycle.states),
  keyword: textFilter('搜索', Text(GOODS_KEYWORD_LENGTH_MAX), '名称、商品编码或规格编码'),
  shopId: pickFilter('店铺', Id),
  categoryId: pickFilter('分类', CategoryIdParam),
  brandId: pickFilter('品牌', Id),
  hasDraft: flagFilter('只看有草稿的'),
}

type Source = Parameters<typeof ListPage<typeof fields, ConsoleGoodsRow>>[0]

/** The URL has the category as text. */
const categoryOf = (categoryId: string | undefined) => (categoryId === undefined ? {} : { categoryId: Number(categoryId) })
const list: Source['list'] = ({ categoryId, ...asked }, options) => goodsApi.list({ ...asked, ...categoryOf(categoryId) }, options)
const exportRows: Source['exportRows'] = ({ categoryId, ...asked }) => goodsExportApi.goods({ ...asked, ...categoryOf(categoryId) })

const nameColumn = (chosen: ReadonlySet<string>, choose: (goodsId: string, yes: boolean) => void): Column<ConsoleGoodsRow> =>
  customColumn({
    title: '商品',
    value: ({ goodsId, name, code, state }) => (
      <div className="goods-choice">
        <Checkbox
          aria-label={`选择${name || '未命名商品'}`}
          checked={chosen.has(goodsId)}
          onChange={({ target }) => choose(goodsId, target.checked)}
        />
        <div className="two-lines">
          <Link to="/edit_goods" search={{ goodsId }}>
            {name || '未命名商品'}
          </Link>
          {/* The code of goods that were never published is a placeholder. */}
          <small className="num">{state === 'draft' ? '未发布' : code}</small>
        </div>
      </div>
    ),
  })

const columns: Column<ConsoleGoodsRow>[] = [
  customColumn({
    title: '状态',
    width: 152,
    value: ({ state, hasDraft, publishAt, publishFailed }) => (
      <span className="tags">
        <Tag tone={goodsTones[state]}>{goodsLifecycle.states[state].label}</Tag>
        {hasDraft && state !== 'draft' && <Tag tone="wait">有草稿</Tag>}
        {publishAt && <Tag tone="way">{formatShanghaiTimeToMinute(publishAt)} 发布</Tag>}
        {publishFailed && <Tag tone="bad">定时发布失败</Tag>}
      </span>
    ),
  }),
  customColumn({ title: '店铺', width: 136, value: ({ shopName }) => shopName ?? '—' }),
  customColumn({
    title: '分类 / 品牌',
    width: 136,
    value: ({ categoryName, brandName }) => (
      <div className="two-lines">
        <span>{categoryName ?? '—'}</span>
        <small>{brandName}</small>
      </div>
    ),
  }),
  countColumn({ title: '规格数', width: 76, value: ({ skuCount }) => skuCount }),
  moneyColumn({ title: '最低现金价', width: 112, value: ({ lowestPrice }) => lowestPrice }),
  customColumn({ title: '修改人', width: 88, value: ({ changedBy }) => changedBy ?? '系统' }),
  instantColumn({ title: '修改时间', value: ({ changedAt }) => changedAt }),
]

/** 商品: drafts, goods on sale, and goods that are no longer sold. */
export function Page() {
  const navigate = useNavigate()
  const { pageNo: _, pageSize: __, categoryId, ...filter } = parseListSearchParams(fields, useSearch({ strict: false }))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [editing, setEditing] = useState(false)
  const choose = (goodsId: string, yes: boolean) =>
    setChosen((before) => new Set(yes ? [...before, goodsId] : [...before].filter((id) => id !== goodsId)))
  const act = customColumn<ConsoleGoodsRow>({ title: '操作', width: 196, value: (row) => <GoodsActions row={row} /> })
  return (
    <ListPage
      title="商品"
      note="修改保存为草稿，发布后买家才看到；价格、库存、上下架也可以在“商品规格”中逐个修改。"
      actions={
        <>
          <Button onClick={() => setEditing(true)}>{chosen.size === 0 ? '批量修改' : `批量修改 ${chosen.size} 个`}</Button>
          <BulkEditGoodsDrawer
            open={editing}
            close={() => setEditing(false)}
            scope={chosen.size > 0 ? { goodsIds: [...chosen] } : { filter: { ...filter, ...categoryOf(categoryId) } }}
            done={() => setChosen(new Set())}
          />
          <Button onClick={() => void navigate({ to: '/goods_imports' })}>导入</Button>
          <Button type="primary" icon={<Plus size={15} aria-hidden />} onClick={() => void navigate({ to: '/edit_goods' })}>
            新建商品
          </Button>
        </>
      }
      exportRows={exportRows}
      queryKey={['consoleGoods']}
      fields={fields}
      list={list}
      columns={[nameColumn(chosen, choose), ...columns, act]}
      rowKey={({ goodsId }) => goodsId}
      width={1240}
      empty="还没有商品"
      next="点“新建商品”填写第一个商品"
      pickers={{ shopId: ShopSelect, categoryId: CategorySelect, brandId: BrandSelect }}
    />
  )
}

type Verb = Exclude<GoodsVerb, 'publish'>
const actions: Record<Verb, { successMessage: string; what: string }> = {
  takeOff: { successMessage: '已下架', what: '一秒内全站不再出售；购物车和常购清单里显示为已下架，已提交的订单不受影响。' },
  relist: { successMessage: '已重新上架', what: '一秒内全站恢复出售，内容为最近发布的版本。' },
  archive: { successMessage: '已归档', what: '归档后不能再上架和修改，历史订单不受影响。不能撤销。' },
}
const isVerb = (verb: GoodsVerb): verb is Verb => verb !== 'publish'

function GoodsActions({ row }: { row: ConsoleGoodsRow }) {
  const { goodsId, state, rowVersion } = row
  const name = row.name || '未命名商品'
  const confirm = useConfirm()
  const navigate = useNavigate()
  const invalidates = invalidatedByGoods
  const takeOff = useApiMutation(goodsApi.takeOff, { invalidates, successMessage: actions.takeOff.successMessage })
  const relist = useApiMutation(goodsApi.relist, { invalidates, successMessage: actions.relist.successMessage })
  const archive = useApiMutation(goodsApi.archive, { invalidates, successMessage: actions.archive.successMessage })
  const copy = useApiMutation(goodsApi.copy, {
    invalidates,
    successMessage: '已复制为新的草稿，编码和条码留空',
    afterSuccess: (made) => navigate({ to: '/edit_goods', search: { goodsId: made.goodsId } }),
  })
  const run = { takeOff, relist, archive }
  return (
    <div className="row-actions">
      <Button size="small" aria-label={`复制${name}`} loading={copy.isPending} onClick={() => copy.mutate({ goodsId })}>
        复制
      </Button>
      {listAllowedVerbs(goodsLifecycle, state, 'staff')
        .filter(isVerb)
        .map((verb) => (
          <Button
            key={verb}
            size="small"
            aria-label={`${goodsLifecycle.verbs[verb].label}${name}`}
            onClick={() =>
              confirm({
                title: `${goodsLifecycle.verbs[verb].label}“${name}”？`,
                content: actions[verb].what,
                okText: goodsLifecycle.verbs[verb].label,
                grave: verb !== 'relist',
                run: () => run[verb].mutateAsync({ goodsId, rowVersion }),
              })
            }
          >
            {goodsLifecycle.verbs[verb].label}
          </Button>
        ))}
    </div>
  )
}
