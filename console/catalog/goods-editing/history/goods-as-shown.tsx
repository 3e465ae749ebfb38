import type { ReactNode } from 'react'
import { type Column, customColumn, EMPTY_CELL } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { FactList } from '#console/platform/components/panel.tsx'
import { EmptyState } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { crossReferenceFits } from '#contract/catalog/goods/cross-reference.ts'
import { goodsAfterSaleRules, goodsFreightRules } from '#contract/catalog/goods/terms.ts'
import { goodsRelationKinds } from '#contract/catalog/goods-editing/content.ts'
import type { GoodsPreview } from '#contract/catalog/goods-editing/shapes.ts'
import { formatLicenceStatus } from '#contract/catalog/licences/shapes.ts'
import { goodsDocumentKinds } from '#contract/catalog/pictures/document-api.ts'
import { getGoodsDocumentUrl, getPictureUrl } from '#contract/catalog/pictures/picture-urls.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { formatCount } from '#ui/format.ts'
import { Markdown } from '#ui/markdown/markdown.tsx'

type Sku = GoodsPreview['skus'][number]

const Named = ({ label }: { label: string | null }) => label !== null && <small className="goods-price-name">{label}</small>

/** The prices from each quantity on, with the names that the buyer reads beside them. */
function Prices({ sku: { steps }, unit }: { sku: Sku; unit: string }) {
  return (
    <ul className="goods-price-steps">
      {steps.map(({ from, salePrice, creditPrice, saleLabel, creditLabel }) => (
        <li key={from}>
          <span className="mute">
            ≥ <span className="num">{formatCount(from)}</span> {unit}
          </span>
          <span>
            现金 <b className="num">{formatMoney(salePrice)}</b>
            <Named label={saleLabel} />
          </span>
          <span>
            {creditPrice === null ? (
              <span className="mute">不支持赊销</span>
            ) : (
              <>
                赊销 <b className="num">{formatMoney(creditPrice)}</b>
                <Named label={creditLabel} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

const columnsOf = (unit: string): Column<Sku>[] => [
  customColumn({
    title: '规格',
    width: 180,
    value: ({ code, skuProps }) => (
      <div className="two-lines">
        <span>{formatSkuProps(skuProps) || code}</span>
        <small className="num">{code}</small>
      </div>
    ),
  }),
  customColumn({ title: '价格', value: (sku) => <Prices sku={sku} unit={unit} /> }),
  customColumn({
    title: '现货',
    width: 104,
    value: ({ soldOut, stock }) =>
      soldOut ? (
        '已售罄'
      ) : (
        <span>
          <span className="num">{formatCount(stock)}</span> {unit}
        </span>
      ),
  }),
]

/** The draft with everything that the page of the goods shows, in its order, at the prices of the chosen viewer. */
export function GoodsDraftPreview({ goods }: { goods: GoodsPreview }) {
  const { name, subtitle, spec, unit, tags, skus, parameters, description, category, shopPaused } = goods
  return (
    <article className="goods-preview">
      {category && (
        <p className="mute">
          商城 / {category.parentName} / {category.name}
        </p>
      )}
      <h2>{name || '未命名商品'}</h2>
      {subtitle !== '' && <p>{subtitle}</p>}
      {spec !== '' && <p className="mute">{spec}</p>}
      <span className="tags">
        {shopPaused && <Tag tone="bad">店铺暂停营业，不能购买</Tag>}
        {goods.soldOut && <Tag tone="over">已售罄</Tag>}
        {tags.map((tag) => (
          <Tag key={tag} tone="way">
            {tag}
          </Tag>
        ))}
      </span>
      <Pictures goods={goods} />
      <DataTable
        columns={columnsOf(unit)}
        rows={skus}
        rowKey={({ skuId }) => skuId}
        width={640}
        empty={<EmptyState title="没有可以买的规格" next="规格要有现金价并且上架" />}
      />
      <FactList facts={factsOf(goods)} />
      <Licences licences={goods.licences} />
      {parameters.length > 0 && (
        <Part title="参数">
          <FactList facts={parameters} />
        </Part>
      )}
      {description !== '' && (
        <Part title="商品说明">
          <Markdown source={description} apart />
        </Part>
      )}
      <Attachments attachments={goods.attachments} />
    </article>
  )
}

const factsOf = (goods: GoodsPreview): (readonly [string, ReactNode])[] => [
  ['店铺', goods.shopName || EMPTY_CELL],
  ...(goods.shopNotice === '' ? [] : [['店铺公告', goods.shopNotice] as const]),
  ...(goods.brand === null ? [] : [['品牌', goods.brand.name] as const]),
  ...(goods.hardness === null ? [] : [['适用岩石', `f ${goods.hardness[0]}–${goods.hardness[1]}`] as const]),
  ...(goods.freeFreight ? [['运费', goodsFreightRules.free.label] as const] : []),
  ...(goods.byTanker ? [['运费', goodsFreightRules.tanker.label] as const] : []),
  ...(goods.afterSale === 'standard' ? [] : [['售后', goodsAfterSaleRules[goods.afterSale].label] as const]),
  ...goods.replaced.map(({ code, by }) => [`${code} 的替代`, `${by.goodsName} ${by.skuCode}`] as const),
]

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
)

const Pictures = ({ goods: { pictures, name } }: { goods: GoodsPreview }) =>
  pictures.length > 0 && (
    <ul className="goods-preview-pictures" aria-label="图片">
      {pictures.map(({ id, alt }) => (
        <li key={id}>
          <img src={getPictureUrl(id, 320, 'webp')} alt={alt || name} width={96} height={96} loading="lazy" />
        </li>
      ))}
    </ul>
  )

const Licences = ({ licences }: Pick<GoodsPreview, 'licences'>) =>
  licences.length > 0 && (
    <Part title="许可证">
      <ul>
        {licences.map((need) => (
          <li key={`${need.kindId} ${need.holder}`}>
            {need.holder === 'shop' ? '店铺' : '买家'}
            {formatLicenceStatus(need)}
          </li>
        ))}
      </ul>
    </Part>
  )

function Attachments({ attachments: { documents, crossReferences, machineModels, relations } }: Pick<GoodsPreview, 'attachments'>) {
  const makers = [...Map.groupBy(machineModels, ({ maker }) => maker)]
  return (
    <>
      {documents.length > 0 && (
        <Part title="商品文件">
          <ul>
            {documents.map(({ id, name, kind, validUntil }) => (
              <li key={id}>
                <a href={getGoodsDocumentUrl(id)} download>
                  {name}
                </a>{' '}
                <span className="mute">
                  {goodsDocumentKinds[kind].label}
                  {validUntil !== null && `，有效期至 ${validUntil}`}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {crossReferences.length > 0 && (
        <Part title="竞品型号对照">
          <FactList
            facts={crossReferences.map(({ skuCode, brand, partNumber, fit, note }) => [
              `${brand} ${partNumber}`,
              [skuCode, crossReferenceFits[fit].label, note].filter(Boolean).join(' · '),
            ])}
          />
        </Part>
      )}
      {makers.length > 0 && (
        <Part title="适用机型">
          <FactList facts={makers.map(([maker, models]) => [maker, models.map(({ model }) => model).join('、')])} />
        </Part>
      )}
      {relations.map(({ kind, goods }) => (
        <Part key={kind} title={`${goodsRelationKinds[kind].label}商品`}>
          <ul>
            {goods.map(({ goodsId, name, salePrice, unit }) => (
              <li key={goodsId}>
                {name} <span className="num">{formatMoney(salePrice)}</span> / {unit}
              </li>
            ))}
          </ul>
        </Part>
      ))}
    </>
  )
}
