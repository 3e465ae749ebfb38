import { queryOptions, useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { crossReferenceFits } from '#contract/catalog/goods/cross-reference.ts'
import { type GoodsDetailSupplement, goodsDetailSupplementEndpoints } from '#contract/catalog/goods-editing/api.ts'
import { goodsRelationKinds } from '#contract/catalog/goods-editing/content.ts'
import { goodsDocumentKinds } from '#contract/catalog/pictures/document-api.ts'
import { getGoodsDocumentUrl } from '#contract/catalog/pictures/picture-urls.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { GoodsGrid } from '#storefront/catalog/goods/goods-grid.tsx'
import { SectionHead } from '#storefront/catalog/goods/section-head.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

const aboutApi = createApiClient(goodsDetailSupplementEndpoints, sendOrHoldUntilLogin)
const aboutQuery = (goodsId: string) => queryOptions({ queryKey: ['goods', 'about', goodsId], queryFn: () => aboutApi.about({ goodsId }) })

/**
 * The documents of goods, the parts of other makers that they replace, the fitting machine models, and related goods: fitting, replacing, or bought together. Empty parts are not
 * rendered.
 */
export function GoodsDocumentsAndRelations({ goodsId }: { goodsId: string }) {
  const { data } = useQuery(aboutQuery(goodsId))
  if (!data) return null
  const { crossReferences, documents, machineModels, relations } = data
  return (
    <>
      {documents.length > 0 && (
        <section aria-label="商品文件" className="panel mt-3 p-4 md:mt-4 md:p-6">
          <h2 className="mb-3 text-lg">商品文件</h2>
          <ul className="grid gap-x-8 md:grid-cols-2">
            {documents.map(({ id, name, kind, validUntil }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-3 border-t border-line-soft py-2">
                <a href={getGoodsDocumentUrl(id)} download className="finger flex items-center gap-2 text-jade hover:underline">
                  <FileText className="size-4 shrink-0" strokeWidth={1.6} aria-hidden />
                  {name}
                </a>
                <span className="text-sm text-mute">
                  {goodsDocumentKinds[kind].label}
                  {validUntil !== null && (
                    <>
                      ，有效期至 <span className="num">{validUntil}</span>
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <CrossReferences goodsId={goodsId} references={crossReferences} />
      <FittingMachines models={machineModels} />
      {relations.map(({ kind, goods }) => (
        <section key={kind} aria-label={`${goodsRelationKinds[kind].label}商品`} className="mt-6 md:mt-8">
          <SectionHead title={`${goodsRelationKinds[kind].label}商品`} />
          <GoodsGrid goods={goods} layout="page" />
        </section>
      ))}
    </>
  )
}

/** Two numbers of this length fit side by side on a phone. */
const SHORT_NUMBER = /^[ -~]{1,14}$/

/** A short number stays in one line, because a break at its hyphen reads as two numbers. A longer one may break anywhere. */
const getNumberClass = (number: string): string => (SHORT_NUMBER.test(number) ? 'num whitespace-nowrap' : 'num break-all')

/** 竞品型号对照: which SKU corresponds to which part of another maker; nothing if there are none. */
function CrossReferences({ goodsId, references }: { goodsId: string; references: GoodsDetailSupplement['crossReferences'] }) {
  if (references.length === 0) return null
  return (
    <section aria-label="竞品型号对照" className="panel mt-3 p-4 md:mt-4 md:p-6">
      <h2 className="mb-1 text-lg">竞品型号对照</h2>
      <p className="mb-3 text-sm text-mute">品牌和型号归各自厂家所有，仅用于选型对照。“尺寸相同”“需确认”的请先核对再下单。</p>
      <table className="w-full text-left">
        <thead className="text-sm text-mute">
          <tr>
            {['竞品型号', '对应规格', '对应关系'].map((title) => (
              <th key={title} scope="col" className="border-t border-line-soft py-2 pr-3 font-normal">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {references.map(({ brand, partNumber, fit, note, skuId, skuCode, skuProps }) => (
            <tr key={`${skuId} ${brand} ${partNumber}`} className="border-t border-line-soft align-top">
              <td className="py-2 pr-3">
                <span className={getNumberClass(partNumber)}>{partNumber}</span>
                <span className="block text-sm text-mute">{brand}</span>
              </td>
              <td className="py-2 pr-3">
                <Link
                  to="/detail"
                  search={{ goodsId, skuId }}
                  replace
                  className={`finger ${getNumberClass(skuCode)} text-jade hover:underline`}
                >
                  {skuCode}
                </Link>
                <span className="block text-sm text-mute">{formatSkuProps(skuProps)}</span>
              </td>
              <td className="py-2">
                <span className={fit === 'full' ? 'text-jade' : 'text-copper'}>{crossReferenceFits[fit].label}</span>
                {note !== '' && <span className="block text-sm text-mute">{note}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The fitting machine models, by maker; nothing if there are none. */
function FittingMachines({ models }: { models: GoodsDetailSupplement['machineModels'] }) {
  if (models.length === 0) return null
  const makers = [...Map.groupBy(models, ({ maker }) => maker)]
  return (
    <section aria-label="适用机型" className="panel mt-3 p-4 md:mt-4 md:p-6">
      <h2 className="mb-3 text-lg">
        适用机型 <span className="num text-base text-mute">{models.length}</span>
      </h2>
      <ul>
        {makers.map(([maker, own]) => (
          <li key={maker} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line-soft py-2">
            <span className="w-28 text-mute">{maker}</span>
            {own.map(({ machineModelId, model }) => (
              <Link key={machineModelId} to="/by_machine" search={{ machineModelId }} className="finger text-jade hover:underline">
                {model}
              </Link>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
