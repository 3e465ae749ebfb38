import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { goodsApi } from '#console/catalog/goods-editing/goods-api.ts'
import { EnterpriseSelect } from '#console/people/enterprises/company-select.tsx'
import { SideDrawer } from '#console/platform/components/forms/dialog.tsx'
import { parentContainer } from '#console/platform/components/forms/overlays.ts'
import { type Column, countColumn, customColumn, EMPTY_CELL, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { FactList } from '#console/platform/components/panel.tsx'
import { EmptyState, QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import { afterSaleRules, goodsFreightRules } from '#contract/catalog/goods/terms.ts'
import type { GoodsPreview } from '#contract/catalog/goods-editing/shapes.ts'
import { getPictureUrl } from '#contract/catalog/pictures/addresses.ts'
import { memberLevels } from '#contract/people/verification/verification-status.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { Markdown } from '#ui/markdown/markdown.tsx'

type Viewer = 'guest' | '1' | '2' | '3' | '4' | 'company'
const viewers: { value: Viewer; label: string }[] = [
  { value: 'guest', label: '游客' },
  { value: '1', label: memberLevels[1] },
  { value: '2', label: memberLevels[2] },
  { value: '3', label: memberLevels[3] },
  { value: '4', label: memberLevels[4] },
  { value: 'company', label: '某家企业' },
]
const levels = { '1': 1, '2': 2, '3': 3, '4': 4 } as const

/** The draft as a given viewer would see it, at the viewer's prices. */
export function PreviewGoodsDraftDrawer({ goodsId, open, close }: { goodsId: string; open: boolean; close: () => void }) {
  const [viewer, setViewer] = useState<Viewer>('guest')
  const [enterpriseId, setEnterprise] = useState<string>()
  const as =
    viewer === 'guest' ? {} : viewer === 'company' ? (enterpriseId === undefined ? {} : { enterpriseId }) : { level: levels[viewer] }
  const preview = useQuery({
    queryKey: ['consoleGoods', 'preview', goodsId, as],
    queryFn: () => goodsApi.preview({ goodsId, ...as }),
    enabled: open,
    staleTime: 0,
  })
  return (
    <SideDrawer title="预览草稿" open={open} close={close} size={760}>
      <div className="goods-viewers">
        <Select aria-label="以谁的身份" value={viewer} options={viewers} getPopupContainer={parentContainer} onChange={setViewer} />
        {viewer === 'company' && (
          <EnterpriseSelect label="企业" {...(enterpriseId === undefined ? {} : { value: enterpriseId })} onChange={setEnterprise} />
        )}
      </div>
      <QueryContent from={preview} waiting={<SkeletonBars count={10} />}>
        {(goods) => <Shown goods={goods} />}
      </QueryContent>
    </SideDrawer>
  )
}

const columns: Column<GoodsPreview['skus'][number]>[] = [
  customColumn({
    title: '规格',
    of: ({ code, skuProps }) => (
      <div className="two-lines">
        <span>{formatSkuProps(skuProps) || code}</span>
        <small className="num">{code}</small>
      </div>
    ),
  }),
  moneyColumn({ title: '现金价', width: 112, of: ({ salePrice }) => salePrice }),
  moneyColumn({ title: '赊销价', width: 112, of: ({ creditPrice }) => creditPrice }),
  countColumn({ title: '起订量', of: ({ minimum }) => minimum }),
]

function Shown({ goods }: { goods: GoodsPreview }) {
  const { name, subtitle, spec, shopName, category, unit, brand, tags, skus, pictures, parameters, description } = goods
  return (
    <article className="goods-preview">
      <h2>{name || '未命名商品'}</h2>
      {subtitle !== '' && <p>{subtitle}</p>}
      {spec !== '' && <p className="mute">{spec}</p>}
      {pictures.length > 0 && (
        <ul className="goods-preview-pictures" aria-label="图片">
          {pictures.map(({ id, alt }) => (
            <li key={id}>
              <img src={getPictureUrl(id, 320, 'webp')} alt={alt || name} width={96} height={96} loading="lazy" />
            </li>
          ))}
        </ul>
      )}
      <FactList
        facts={[
          ['店铺', shopName || EMPTY_CELL],
          ['分类', category ? `${category.parentName} / ${category.name}` : EMPTY_CELL],
          ['单位', unit || EMPTY_CELL],
          ...(brand === null ? [] : [['品牌', brand.name] as const]),
          ...(tags.length === 0 ? [] : [['标签', tags.join('、')] as const]),
          ...(goods.freeFreight ? [['运费', goodsFreightRules.free.label] as const] : []),
          ...(goods.afterSale === 'standard' ? [] : [['售后', afterSaleRules[goods.afterSale].label] as const]),
          ...goods.replaced.map(({ code, by }) => [`${code} 的替代`, `${by.goodsName} ${by.skuCode}`] as const),
        ]}
      />
      <DataTable
        columns={columns}
        rows={skus}
        rowKey={({ skuId }) => skuId}
        width={520}
        empty={<EmptyState title="没有可以买的规格" next="规格要有现金价并且上架" />}
      />
      {parameters.length > 0 && <FactList facts={parameters} />}
      {description !== '' && <Markdown source={description} apart />}
    </article>
  )
}
