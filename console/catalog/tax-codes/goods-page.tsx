import { Link } from '@tanstack/react-router'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { GoodsCell } from '#console/platform/components/goods-picture.tsx'
import { type Column, customColumn, EMPTY_CELL } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { flagFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import type { CaseQueue } from '#console/platform/components/next-case/case-queue.ts'
import { ListDecisionProgress } from '#console/platform/components/next-case/queue-bar.tsx'
import { RowDecisionButton } from '#console/platform/components/next-case/row-decision-button.tsx'
import { useListRun } from '#console/platform/components/next-case/use-list-run.ts'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { GOODS_KEYWORD_LENGTH_MAX } from '#contract/catalog/goods/keyword.ts'
import { consoleTaxCodeEndpoints, type GoodsWithTaxClass, taxClassSources } from '#contract/catalog/goods/tax-api.ts'
import { Text } from '#contract/platform/core/fields.ts'
import { formatCategoryPath } from '#ui/format.ts'
import { AssignTaxClassDrawer } from './class-drawer.tsx'
import { invalidatedByTaxCode, taxApi } from './tax-api.ts'
import { TaxClassLabel } from './tax-class.tsx'

const fields = { keyword: textFilter('搜索', Text(GOODS_KEYWORD_LENGTH_MAX), '商品名称'), uncoded: flagFilter('只看缺编码') }

/** The goods whose invoices cannot be issued. They are given their code in the list. */
const queue: CaseQueue<typeof fields, GoodsWithTaxClass> = {
  list: '/tax_codes',
  screen: '/tax_codes',
  fields,
  rows: (input, options) => taxApi.goods(input, options),
  waits: { by: 'uncoded', for: ['1'] },
  queryKey: ['taxCode', 'goods'],
  id: ({ goodsId }) => goodsId,
  at: () => ({}),
}

const categoryOf = ({ parentName, categoryName }: GoodsWithTaxClass) => formatCategoryPath(parentName, categoryName)

const columns: Column<GoodsWithTaxClass>[] = [
  customColumn({
    title: '商品',
    value: ({ image, goodsName, spec }) => <GoodsCell image={image} name={goodsName} about={spec} />,
  }),
  customColumn({ title: '分类', width: 200, value: categoryOf }),
  customColumn({ title: '税收分类', width: 208, value: (goods) => <TaxClassLabel taxClass={goods.taxClass} /> }),
  customColumn({
    title: '来自',
    width: 104,
    value: ({ source }) => (source ? <Tag tone={source === 'goods' ? 'good' : 'over'}>{taxClassSources[source].label}</Tag> : EMPTY_CELL),
  }),
]

/** 税收编码 of goods: their own or their category's, and which goods have none. */
export function Page() {
  const drawer = useDrawer<GoodsWithTaxClass>()
  const may = usePermission(consoleTaxCodeEndpoints.setGoods).allowed
  const { decided, ...run } = useListRun(queue)
  const act = customColumn<GoodsWithTaxClass>({
    title: '操作',
    width: 84,
    value: (goods) => (
      <RowDecisionButton letter="A" label={`设置${goods.goodsName}的税收编码`} decide={() => drawer.show(goods)}>
        设置
      </RowDecisionButton>
    ),
  })
  return (
    <>
      <ListPage
        title="税收编码"
        note="发票每行商品都要有 19 位税收分类编码；商品没有单独设置的，沿用分类的。"
        actions={
          <Link to="/tax_categories" className="button-link">
            按分类设置
          </Link>
        }
        exportRows={(input) => exportApi.taxCodes(input)}
        queryKey={['taxCode', 'goods']}
        fields={fields}
        list={taxApi.goods}
        columns={may ? [...columns, act] : columns}
        rowKey={({ goodsId }) => goodsId}
        width={920}
        above={<ListDecisionProgress {...run} />}
        empty="还没有商品"
        next="商品随目录上架后出现在这里"
      />
      {drawer.subject && (
        <GoodsDrawer key={drawer.subject.goodsId} goods={drawer.subject} decided={decided} open={drawer.open} close={drawer.close} />
      )}
    </>
  )
}

interface GoodsDrawerProps {
  goods: GoodsWithTaxClass
  decided: (goodsId: string) => void
  open: boolean
  close: () => void
}

function GoodsDrawer({ goods, decided, open, close }: GoodsDrawerProps) {
  const set = useApiMutation(taxApi.setGoods, {
    invalidates: invalidatedByTaxCode,
    successMessage: '已保存，此后申请的发票使用',
    close,
    afterSuccess: () => decided(goods.goodsId),
  })
  return (
    <AssignTaxClassDrawer
      title="商品税收编码"
      lead={`${goods.goodsName} · ${categoryOf(goods)}`}
      own={goods.own}
      rowVersion={goods.rowVersion}
      error={set.error}
      without="沿用分类"
      busy={set.isPending}
      open={open}
      close={close}
      save={(given) => set.mutate({ goodsId: goods.goodsId, ...given })}
    />
  )
}
