import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { findProposedGoodsFault, findProposedGoodsPrices, sumProposedGoods } from '#contract/orders/order-proposals/goods-to-propose.ts'
import type { OrderProposal, OrderProposalLine } from '#contract/orders/order-proposals/shapes.ts'
import { useAddLinesToCart } from '#storefront/catalog/goods/use-add-lines-to-cart.tsx'
import { Button } from '#storefront/platform/components/button.tsx'
import { GoodsLine } from '#storefront/platform/components/goods-line.tsx'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { formatCount } from '#ui/format.ts'
import { listProposalPriceChanges, toProposalCheckoutSearchParams } from './proposal-view.ts'

/** The lines at the prices of now. What cannot be bought is marked and is not ordered. */
export function ProposalLines({ opened }: { opened: OrderProposal }) {
  const { lines, state } = opened
  const isOpen = state === 'SENT'
  return (
    <div>
      <section aria-labelledby="lines" className="panel overflow-hidden">
        <h2 id="lines" className="px-4 pt-4 text-md md:px-5 md:text-lg">
          商品 <span className="num font-normal text-mute">{lines.length}</span> 种
          {isOpen && <span className="ml-2 text-sm font-normal text-mute">按今天的价格</span>}
        </h2>
        <ol className="divide-y divide-line-soft">
          {lines.map((line) => (
            <Line key={line.lineNo} line={line} isOpen={isOpen} />
          ))}
        </ol>
      </section>
      {isOpen && <Bar opened={opened} />}
    </div>
  )
}

function Line({ line, isOpen }: { line: OrderProposalLine; isOpen: boolean }) {
  const { sku, goodsNum, name, spec, skuCode, unit } = line
  const prices = findProposedGoodsPrices(line)
  const fault = isOpen ? findProposedGoodsFault(line) : undefined
  const changes = isOpen ? listProposalPriceChanges(line) : []
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-2 px-4 py-4 md:px-5 lg:grid-cols-[minmax(0,1fr)_120px_176px]">
      <div className="min-w-0">
        {sku ? (
          <GoodsLine goods={sku} size="sm" dim={fault !== undefined} />
        ) : (
          <p className="font-medium break-words">{[name, spec, skuCode].filter((part) => part !== '').join(' ')}</p>
        )}
        {fault !== undefined && <p className="mt-1 text-sm text-danger">{fault}，这次不下单</p>}
        {changes.map((change) => (
          <p key={change} className="num mt-1 text-sm text-gold">
            准备后{change}
          </p>
        ))}
      </div>
      <p className="num text-sm">
        × {formatCount(goodsNum)} {unit}
      </p>
      {isOpen && prices && (
        <dl className="flex flex-wrap content-start gap-x-4 lg:flex-col">
          <div className="flex items-baseline justify-between gap-2">
            <dt className="text-xs text-copper">现金价</dt>
            <dd>
              <Price amount={prices.sale} kind="sale" size="sm" />
            </dd>
          </div>
          <div className="flex items-baseline justify-between gap-2">
            <dt className="text-xs text-steel">赊销价</dt>
            <dd>
              {prices.credit === null ? (
                <span className="text-xs text-mute">仅限现金价</span>
              ) : (
                <Price amount={prices.credit} kind="credit" size="sm" />
              )}
            </dd>
          </div>
        </dl>
      )}
    </li>
  )
}

const toCartLine = ({ skuId, goodsName, skuCode, unit }: SkuBrief, goodsNum: number) => ({ skuId, goodsNum, goodsName, skuCode, unit })

/** A bar at the bottom of the window: both totals of what can be bought, and the ways on. Quantities are changed in the cart. */
function Bar({ opened }: { opened: OrderProposal }) {
  const navigate = useNavigate()
  const many = useAddLinesToCart({ toCart: true })
  const { lines } = opened
  const orderable = lines.filter((line) => findProposedGoodsFault(line) === undefined)
  const left = lines.length - orderable.length
  const { sale, credit } = sumProposedGoods(orderable)
  const lineNos = orderable.map(({ lineNo }) => lineNo)
  const confirm = () => void navigate({ to: '/order_info', search: toProposalCheckoutSearchParams(opened, lineNos) })
  const toCart = () => many.add(lines.flatMap(({ goodsNum, sku }) => (sku?.onShelf ? [toCartLine(sku, goodsNum)] : [])))
  return (
    <section
      aria-label="确认下单"
      className="sticky bottom-14 z-20 mt-3 flex flex-wrap items-center gap-x-6 gap-y-2 rounded-panel border border-line bg-white px-3 py-2.5 shadow-[0_-4px_16px_rgb(19_32_30/0.06)] md:bottom-0 md:rounded-b-none md:px-5 md:py-3"
    >
      <p className="text-sm text-mute">
        可下单 <b className="num text-ink">{orderable.length}</b> 种
        {left > 0 && (
          <span className="text-danger">
            ，不含 <span className="num">{left}</span> 种不能购买的
          </span>
        )}
      </p>
      <dl className="ml-auto flex flex-wrap items-baseline gap-x-3">
        <dt className="text-xs text-copper">现金合计</dt>
        <dd>
          <Price amount={sale} kind="sale" />
        </dd>
        <dt className="text-xs text-steel">赊销合计</dt>
        <dd>{credit === null ? <span className="text-xs text-mute">含仅限现金价商品</span> : <Price amount={credit} kind="credit" />}</dd>
      </dl>
      <Button look="line" size="lg" className="flex-1 md:flex-none" busy={many.busy} onClick={toCart}>
        放入购物车修改
      </Button>
      <Button look="call" size="lg" className="flex-1 md:flex-none" disabled={orderable.length === 0} onClick={confirm}>
        去确认下单
      </Button>
      {many.dialog}
    </section>
  )
}
