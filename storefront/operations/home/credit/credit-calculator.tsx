import { useId, useState } from 'react'
import { formatMoney } from '#contract/platform/core/money.ts'
import { useRecommendedGoods } from '#storefront/operations/home/use-recommended.ts'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { DeferredSelect } from '#storefront/platform/components/select/deferred-select.tsx'
import { toNameOptions } from '#storefront/platform/components/select/select-options.ts'
import { Skeleton } from '#storefront/platform/components/states.tsx'
import { useToday } from '#storefront/platform/components/use-now.ts'
import { formatMonthDay, formatSurchargePercent } from '#ui/format.ts'
import {
  type CategorySurcharge,
  type CreditCalculation,
  computeCategorySurcharges,
  computeCreditCalculation,
} from './credit-calculator-view.ts'

const LABEL = 'grid grid-cols-[48px_1fr] items-center text-sm text-mute'
const SIZE = 'h-11 w-full min-w-0 md:h-9 md:w-44'
const INPUT = `${SIZE} rounded-control border border-line bg-white text-ink hover:border-placeholder aria-invalid:border-danger`

/**
 * 试算: the total of a typed purchase, paid in cash today or on credit on the 10th of the next month. It is not shown if no goods are sold on
 * credit.
 */
export function CreditCalculator() {
  const { data, isLoading } = useRecommendedGoods()
  const offered = data === undefined ? [] : computeCategorySurcharges(data)
  if (isLoading) return <Skeleton className="mt-5 h-70 md:h-31" />
  if (offered.length === 0) return null
  return <TrialForm rates={offered} />
}

function TrialForm({ rates: offered }: { rates: readonly CategorySurcharge[] }) {
  const [typed, setTyped] = useState('10000')
  const [categoryId, setCategoryId] = useState(0)
  const today = useToday()
  const about = useId()
  const rate = offered.find((one) => one.categoryId === categoryId) ?? offered[0]
  if (!rate) return null
  const result = computeCreditCalculation(typed, rate.basisPoints, today)
  return (
    <section
      aria-label="赊销试算"
      className="mt-5 grid flex-1 content-center gap-x-8 gap-y-4 border-t border-dashed border-line pt-5 md:grid-cols-[auto_1fr]"
    >
      <div className="grid content-start gap-2.5">
        <h3 className="text-base">试算一笔采购</h3>
        <div className={LABEL}>
          <label htmlFor={`${about}-category`}>品类</label>
          <DeferredSelect
            id={`${about}-category`}
            value={`${rate.categoryId}`}
            options={toNameOptions(offered.map(({ categoryId: id, name }) => ({ id: `${id}`, name })))}
            onChange={(id) => setCategoryId(Number(id))}
            look="fit"
            className={`${SIZE} px-2`}
          />
        </div>
        <label className={LABEL}>
          金额 ¥
          <input
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            inputMode="decimal"
            maxLength={16}
            aria-label="采购金额（现金价合计，元）"
            aria-invalid={typeof result === 'string'}
            aria-describedby={about}
            className={`${INPUT} num px-3 text-right text-md`}
          />
        </label>
      </div>
      <div id={about} aria-live="polite" className="min-w-0 md:min-h-31">
        {typeof result === 'string' ? <p className="text-sm text-danger md:pt-9">{result}</p> : <Result result={result} rate={rate} />}
      </div>
    </section>
  )
}

function Result({ result: { cash, credit, extra, dueDay, days }, rate }: { result: CreditCalculation; rate: CategorySurcharge }) {
  return (
    <>
      <dl className="grid grid-cols-2 overflow-hidden rounded-control border border-line">
        <div className="px-3 py-2 md:px-4">
          <dt className="text-sm text-copper">现金价 · 今天付</dt>
          <dd>
            <Price amount={cash} kind="sale" />
          </dd>
        </div>
        <div className="border-l border-line bg-steel-tint px-3 py-2 md:px-4">
          <dt className="text-sm text-steel">赊销价 · {formatMonthDay(dueDay)}付</dt>
          <dd>
            <Price amount={credit} kind="credit" />
          </dd>
        </div>
      </dl>
      <p className="mt-2 text-xs text-mute">
        账期 <span className="num text-ink">{days}</span> 天，多付 <span className="num text-ink">{formatMoney(extra)}</span>。{rate.name}
        赊销价平均 <span className="num">{formatSurchargePercent(rate.basisPoints)}</span>，按本月发货计；实际以商品赊销价为准。
      </p>
    </>
  )
}
