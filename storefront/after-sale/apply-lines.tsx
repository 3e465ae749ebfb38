import type { AfterSaleType } from '../../contract/after-sale/after-sale-lifecycle.ts'
import { joinSkuProps } from '../../contract/catalog/shapes.ts'
import { count, money } from '../../ui/format.ts'
import { GoodsPicture } from '../parts/goods-picture.tsx'
import { Stepper } from '../parts/stepper.tsx'
import { Tick } from '../parts/tick.tsx'
import { type Choice, type Chosen, stageWords } from './apply-view.ts'

const BY_ONE = { minimum: 1, step: 1 }

interface Props {
  choices: readonly Choice[]
  chosen: Chosen
  onChange: (chosen: Chosen) => void
  error: string | undefined
  type: AfterSaleType
}

/** Which units: by line, and whether they have left. */
export function ApplyLines({ choices, chosen, onChange, error, type }: Props) {
  return (
    <section aria-labelledby="goods" className="panel overflow-hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-2 px-4 pt-4 md:px-5">
        <h2 id="goods" className="text-md md:text-lg">
          选择商品和数量
        </h2>
        {type !== 'REFUND' && <p className="text-sm text-mute">未发货的商品请选择仅退款</p>}
      </div>
      <ul className="divide-y divide-line-soft px-4 md:px-5">
        {choices.map((choice) => (
          <Row
            key={choice.key}
            choice={choice}
            quantity={chosen[choice.key] ?? 0}
            onChange={(quantity) => onChange({ ...chosen, [choice.key]: quantity })}
          />
        ))}
      </ul>
      {choices.length === 0 && <p className="px-4 py-6 text-center text-mute md:px-5">没有可以选择的商品</p>}
      <p
        role={error === undefined ? undefined : 'alert'}
        className={`px-4 text-sm text-danger md:px-5 ${error === undefined ? '' : 'pb-3'}`}
      >
        {error}
      </p>
    </section>
  )
}

function Row({ choice, quantity, onChange }: { choice: Choice; quantity: number; onChange: (quantity: number) => void }) {
  const { line, stage, most } = choice
  const name = `${line.goodsName} ${stageWords[stage]}`
  return (
    <li className="flex flex-wrap items-center gap-3 py-4">
      <Tick label={`选择 ${name}`} value={quantity > 0 ? 'all' : 'none'} onChange={(ticked) => onChange(ticked ? most : 0)} />
      <div className="size-14 shrink-0 overflow-hidden rounded-control border border-line-soft">
        <GoodsPicture slug={line.image} alt="" sizes="56px" className="h-full" />
      </div>
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium break-words">{line.goodsName}</p>
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-mute">
          <span>{joinSkuProps(line.skuProps)}</span>
          <span className="num">{line.skuCode}</span>
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs">
          <span className={`rounded-[3px] px-1.5 ${stage === 'sent' ? 'bg-jade-tint text-jade' : 'bg-line-soft text-mute'}`}>
            {stageWords[stage]}
          </span>
          <span className="text-mute">
            可申请 <span className="num">{count(most)}</span> {line.unit}
            {line.asked > 0 && <>，另有 {count(line.asked)} 在售后中</>}
          </span>
        </p>
      </div>
      <div className="ml-auto flex items-center gap-3">
        <span className="num text-sm text-mute">{money(line.price)}</span>
        <Stepper
          value={Math.max(1, quantity)}
          rule={BY_ONE}
          label={`${name}数量`}
          size="sm"
          disabled={quantity === 0}
          onChange={(next) => onChange(Math.min(next, most))}
        />
      </div>
    </li>
  )
}
