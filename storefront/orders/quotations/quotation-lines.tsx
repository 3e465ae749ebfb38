import type { QuotationDetail, QuotationDrawing, QuotationLine } from '#contract/orders/quotations/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { GoodsLine } from '#storefront/platform/components/goods-line.tsx'
import { OrderLinkIfPermitted } from '#storefront/platform/components/order-link.tsx'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { formatCount, formatMonthDay } from '#ui/format.ts'
import {
  computeQuotationTotals,
  formatLeadDays,
  isQuotationLineOrderable,
  quotationLineFault,
  toQuotationCheckoutSearchParams,
} from './quotation-view.ts'

/** The lines with what is offered for each. Those that can still be ordered are chosen here and ordered at the offered prices. */
export function QuotationLines({ opened }: { opened: QuotationDetail }) {
  const { lines, actions, drawings } = opened
  const orderable = actions.includes('order')
  const free = orderable ? lines.filter(isQuotationLineOrderable) : []
  // Lines that cannot be ordered now are not chosen at first. Whoever chooses one is told why at the order.
  const [chosenNos, setChosenNos, sent] = usePersistedState<readonly number[]>(`choice of version ${opened.version} of ${opened.id}`, () =>
    free.filter((line) => quotationLineFault(line) === undefined).map(({ lineNo }) => lineNo),
  )
  const chosen = free.filter(({ lineNo }) => chosenNos.includes(lineNo))
  const toggle = (lineNos: readonly number[], checked: boolean) =>
    setChosenNos((was) => [...was.filter((one) => !lineNos.includes(one)), ...(checked ? lineNos : [])].sort((one, other) => one - other))
  return (
    <div>
      <section aria-labelledby="lines" className="panel overflow-hidden">
        <h2 id="lines" className="px-4 pt-4 text-md md:px-5 md:text-lg">
          商品 <span className="num font-normal text-mute">{lines.length}</span> 种
        </h2>
        <ol className="divide-y divide-line-soft">
          {lines.map((line) => (
            <Line
              key={line.lineNo}
              line={line}
              lastDay={opened.validUntil}
              drawings={drawings.filter(({ lineNo }) => lineNo === line.lineNo)}
              choice={
                free.includes(line)
                  ? { checked: chosenNos.includes(line.lineNo), set: (checked) => toggle([line.lineNo], checked) }
                  : undefined
              }
            />
          ))}
        </ol>
      </section>
      {free.length > 0 && (
        <Bar
          opened={opened}
          chosen={chosen}
          count={free.length}
          onOrder={() => sent()}
          onAll={(checked) =>
            toggle(
              free.map(({ lineNo }) => lineNo),
              checked,
            )
          }
        />
      )}
    </div>
  )
}

interface Choice {
  checked: boolean
  set: (checked: boolean) => void
}

/** The goods that a line asks for, in the words of the time of the request. */
const askedName = ({ name, spec, skuCode }: QuotationLine): string => [name, spec, skuCode].filter((part) => part !== '').join(' ')

interface LineProps {
  line: QuotationLine
  drawings: readonly QuotationDrawing[]
  choice: Choice | undefined
  /** The last day of the whole offer. */
  lastDay: string | null
}

function Line({ line, drawings, choice, lastDay }: LineProps) {
  const { lineNo, goodsNum, unit, wishedPrice, note, offer } = line
  return (
    <li className="grid grid-cols-[18px_minmax(0,1fr)] gap-x-3 gap-y-2 px-4 py-4 md:px-5 lg:grid-cols-[18px_minmax(0,1fr)_128px_176px_148px] lg:gap-x-5">
      <div className="pt-1">
        {choice ? (
          <Checkbox
            label={`选择第 ${lineNo} 行 ${offer?.name ?? line.name}`}
            value={choice.checked ? 'all' : 'none'}
            onChange={choice.set}
          />
        ) : (
          <span className="num text-sm text-mute">{lineNo}</span>
        )}
      </div>
      <div className="min-w-0">
        <Goods line={line} />
        {note !== '' && <p className="mt-1 text-sm break-words text-mute">备注：{note}</p>}
        {drawings.length > 0 && <p className="mt-1 text-sm break-words text-mute">图纸：{drawings.map(({ name }) => name).join('、')}</p>}
      </div>
      <p className="col-start-2 flex flex-wrap gap-x-3 text-sm lg:col-start-auto lg:block">
        <span className="num">
          × {formatCount(goodsNum)} {unit}
        </span>
        {wishedPrice !== null && (
          <span className="text-mute lg:block">
            期望 <span className="num">{formatMoney(wishedPrice)}</span>
          </span>
        )}
      </p>
      <Offered line={line} />
      <LineStatus line={line} lastDay={lastDay} />
    </li>
  )
}

/** The offered goods; what was asked for is said beside them where it is something else. */
function Goods({ line }: { line: QuotationLine }) {
  const { sku, offer, offeredSku } = line
  const asked = askedName(line)
  if (offer?.outcome !== 'OFFERED')
    return sku ? <GoodsLine goods={sku} size="sm" dim={offer !== null} /> : <p className="font-medium break-words">{asked}</p>
  const tag = offer.substitute ? '替代品' : sku === null ? '对应商品' : undefined
  const label = tag !== undefined && (
    <p className="mt-1 text-xs text-mute">
      <b className="mr-1.5 rounded-[3px] bg-copper-tint px-1 font-normal text-gold">{tag}</b>
      询价：{asked}
    </p>
  )
  if (offeredSku)
    return (
      <GoodsLine goods={offeredSku} size="sm">
        {label}
      </GoodsLine>
    )
  return (
    <div>
      <p className="font-medium break-words">{[offer.name, offer.spec, offer.skuCode].filter((part) => part !== '').join(' ')}</p>
      {label}
    </div>
  )
}

/** The offered unit prices, each with its word. */
function Offered({ line: { offer } }: { line: QuotationLine }) {
  if (offer === null) return <p className="col-start-2 text-sm text-mute lg:col-start-auto">待报价</p>
  if (offer.outcome === 'NOT_OFFERED' || offer.salePrice === null)
    return <p className="col-start-2 text-sm text-danger lg:col-start-auto">不供应</p>
  return (
    <dl className="col-start-2 flex flex-wrap content-start gap-x-4 lg:col-start-auto lg:flex-col">
      <div className="flex items-baseline justify-between gap-2">
        <dt className="text-xs text-copper">现金价</dt>
        <dd>
          <Price amount={offer.salePrice} kind="sale" size="sm" />
        </dd>
      </div>
      <div className="flex items-baseline justify-between gap-2">
        <dt className="text-xs text-steel">赊销价</dt>
        <dd>
          {offer.creditPrice === null ? (
            <span className="text-xs text-mute">仅限现金价</span>
          ) : (
            <Price amount={offer.creditPrice} kind="credit" size="sm" />
          )}
        </dd>
      </div>
    </dl>
  )
}

/** When the goods leave, until when the line holds if not as long as the offer, what staff say about it, and the order that has bought it. */
function LineStatus({ line, lastDay }: Pick<LineProps, 'line' | 'lastDay'>) {
  const { offer, orderNo } = line
  const fault = orderNo === null ? quotationLineFault(line) : undefined
  return (
    <div className="col-start-2 text-sm lg:col-start-auto">
      {offer && offer.leadDays !== null && <p>{formatLeadDays(offer.leadDays)}</p>}
      {offer && orderNo === null && !line.ended && offer.validUntil !== null && offer.validUntil !== lastDay && (
        <p className="text-gold">{formatMonthDay(offer.validUntil)}（含）前有效</p>
      )}
      {offer && offer.note !== '' && <p className="break-words text-mute">{offer.note}</p>}
      {fault !== undefined && <p className="text-danger">{fault}</p>}
      {orderNo !== null && (
        <p className="text-success">
          已下单 <OrderLinkIfPermitted orderNo={orderNo} />
        </p>
      )}
    </div>
  )
}

interface BarProps {
  opened: QuotationDetail
  chosen: readonly QuotationLine[]
  /** How many lines can be chosen. */
  count: number
  onOrder: () => void
  onAll: (checked: boolean) => void
}

/** A bar at the bottom of the window: the totals of the chosen lines at the offered prices, and the button to order them. */
function Bar({ opened, chosen, count, onOrder, onAll }: BarProps) {
  const navigate = useNavigate()
  const { reason: denied } = usePermission('buyPay')
  const { sale, credit } = computeQuotationTotals(chosen)
  const order = () => {
    onOrder()
    const lineNos = chosen.map(({ lineNo }) => lineNo)
    void navigate({ to: '/order_info', search: toQuotationCheckoutSearchParams(opened, lineNos) })
  }
  return (
    <section
      aria-label="按报价下单"
      className="sticky bottom-14 z-20 mt-3 flex flex-wrap items-center gap-x-6 gap-y-2 rounded-panel border border-line bg-white px-3 py-2.5 shadow-[0_-4px_16px_rgb(19_32_30/0.06)] md:bottom-0 md:rounded-b-none md:px-5 md:py-3"
    >
      <Checkbox label="全选" value={chosen.length === 0 ? 'none' : chosen.length === count ? 'all' : 'some'} onChange={onAll}>
        <span className="text-sm">全选</span>
      </Checkbox>
      <p className="text-sm text-mute" aria-live="polite">
        已选 <b className="num text-ink">{chosen.length}</b> 种
      </p>
      <dl className="ml-auto flex flex-wrap items-baseline gap-x-3">
        <dt className="text-xs text-copper">现金合计</dt>
        <dd>
          <Price amount={sale} kind="sale" />
        </dd>
        <dt className="text-xs text-steel">赊销合计</dt>
        <dd>{credit === null ? <span className="text-xs text-mute">含仅限现金价商品</span> : <Price amount={credit} kind="credit" />}</dd>
      </dl>
      <Button
        look="call"
        size="lg"
        className="w-full md:w-auto"
        blocked={denied}
        aria-describedby={denied && 'offer-denied'}
        disabled={chosen.length === 0}
        onClick={order}
      >
        按报价下单
      </Button>
      {denied && (
        <p id="offer-denied" className="w-full text-right text-xs text-danger">
          {denied}
        </p>
      )}
    </section>
  )
}
