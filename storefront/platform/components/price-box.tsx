import { computeIncreaseInBasisPoints, type Fen, formatYuan } from '#contract/platform/core/money.ts'
import { formatSurchargePercent } from '#ui/format.ts'

/** An amount in the colour of its kind and with its label, so that it never depends on colour alone. */
export function Price({ amount, kind, size = 'md' }: { amount: Fen; kind: 'sale' | 'credit' | 'plain'; size?: 'sm' | 'md' | 'lg' }) {
  const colour = { sale: 'text-copper', credit: 'text-steel', plain: '' }[kind]
  const scale = { sm: 'text-base', md: 'text-[19px] leading-6', lg: 'text-[30px] leading-9' }[size]
  return (
    <span className={`num font-semibold ${colour} ${scale}`}>
      <small className="text-[0.7em] font-medium">¥</small>
      {formatYuan(amount, { grouped: true })}
    </span>
  )
}

interface Prices {
  salePrice: Fen
  creditPrice: Fen | null
}

/** 协议价, 满100支价: the label of a price that not everybody gets. */
export const PriceLabel = ({ label }: { label: string | null }) =>
  label && <b className="rounded-[3px] bg-copper-tint px-1 text-xs font-normal whitespace-nowrap text-gold">{label}</b>

/**
 * 现金价 | 赊销价 in two equal cells, the mall's typical element. If there is little space, one is above the other. The labels share a row and
 * the prices the next, so that a label of two lines moves both; on a phone the price is beside the last line of its label.
 */
export function CashAndCreditPriceBox({ salePrice, creditPrice, label = null }: Prices & { label?: string | null }) {
  const cell =
    'flex items-baseline-last justify-between gap-2 px-2 py-1 md:row-span-2 md:grid md:grid-rows-subgrid md:gap-0 md:px-2.5 md:py-1.5'
  return (
    <dl className="grid grid-cols-1 overflow-hidden rounded-control border border-line md:grid-cols-2 md:grid-rows-[auto_auto]">
      <div className={cell}>
        <dt className="text-xs text-copper">
          现金价 <PriceLabel label={label} />
        </dt>
        <dd>
          <Price amount={salePrice} kind="sale" />
        </dd>
      </div>
      <div className={`${cell} border-t border-line bg-steel-tint md:border-t-0 md:border-l`}>
        <dt className="text-xs text-steel">赊销价</dt>
        <dd>
          {creditPrice === null ? <span className="text-sm text-mute">不支持赊销</span> : <Price amount={creditPrice} kind="credit" />}
        </dd>
      </div>
    </dl>
  )
}

/** '每支 · 赊销 +4.9%，次月10号还'; a card on a phone has no room for the unit. */
export function CreditPriceNote({ unit, salePrice, creditPrice, isOnCard = false }: Prices & { unit: string; isOnCard?: boolean }) {
  const terms =
    creditPrice === null ? '仅限现金价' : `赊销 ${formatSurchargePercent(computeIncreaseInBasisPoints(salePrice, creditPrice))}，次月10号还`
  return (
    <p className="text-xs text-mute">
      <span className={isOnCard ? 'max-md:hidden' : ''}>每{unit} · </span>
      {terms}
    </p>
  )
}
