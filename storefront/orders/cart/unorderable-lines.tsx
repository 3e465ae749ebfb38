import type { CartItem } from '#contract/orders/cart/api.ts'
import { SubmitLicenceLink } from '#storefront/catalog/licences/submit-licence-link.tsx'
import { Button } from '#storefront/platform/components/button.tsx'
import { GoodsLine } from '#storefront/platform/components/goods-line.tsx'
import { longListRowClass } from '#storefront/platform/components/long-list.tsx'
import { ReplacementLink } from '#storefront/platform/components/replacement-link.tsx'
import { RestockDay } from '#storefront/platform/components/restock-day.tsx'
import { formatCount } from '#ui/format.ts'
import { RemoveCartLineButton } from './cart-line.tsx'
import { cartLineProblem, computeValidQuantity } from './cart-view.ts'
import type { CartActions } from './use-cart.ts'

interface Props {
  lines: readonly CartItem[]
  cart: CartActions
  locked: boolean
  onRemove: (line: CartItem) => void
  onRemoveAll: () => void
}

/** Lines that cannot be ordered as they are: each with the reason, and a button that solves it if possible. */
export function UnorderableLines({ lines, cart, locked, onRemove, onRemoveAll }: Props) {
  if (lines.length === 0) return null
  return (
    <section aria-labelledby="faulty" className="panel overflow-hidden">
      <div className="flex items-center justify-between gap-4 border-b border-line-soft px-3 py-3 md:px-5">
        <h2 id="faulty" className="text-md">
          暂不能购买 <span className="num text-mute">{lines.length}</span>
        </h2>
        {!locked && (
          <Button look="plain" className="text-sm" onClick={onRemoveAll}>
            全部删除
          </Button>
        )}
      </div>
      <ul className="divide-y divide-line-soft">
        {lines.map((line) => (
          <FaultyLine
            key={line.id}
            line={line}
            cart={cart}
            locked={locked}
            className={longListRowClass(lines.length)}
            onRemove={onRemove}
          />
        ))}
      </ul>
    </section>
  )
}

interface LineProps extends Omit<Props, 'lines' | 'onRemoveAll'> {
  line: CartItem
  className: string
}

function FaultyLine({ line, cart, locked, className, onRemove }: LineProps) {
  const { fault } = line
  const mended = computeValidQuantity(line)
  return (
    <li className={`flex flex-wrap items-center gap-x-5 gap-y-3 px-3 py-4 md:px-5 ${className}`}>
      <div className="min-w-60 flex-1">
        <GoodsLine goods={line} dim>
          {fault !== null && (
            <p className="mt-1 text-sm text-danger">
              {cartLineProblem({ ...line, fault })}
              {fault === 'LICENCE_NEEDED' && (
                <>
                  {' '}
                  <SubmitLicenceLink />
                </>
              )}
            </p>
          )}
          {(fault === 'SOLD_OUT' || fault === 'SHORT') && <RestockDay day={line.restockDay} className="mt-1 block text-sm text-jade" />}
          {line.replacement && <ReplacementLink by={line.replacement} />}
        </GoodsLine>
      </div>
      <span className="num text-mute">
        × {formatCount(line.goodsNum)} {line.unit}
      </span>
      {!locked && (
        <div className="ml-auto flex items-center gap-2">
          {mended !== null && (
            <Button look="line" size="sm" onClick={() => cart.setQuantity(line, mended)}>
              改为 {formatCount(mended)} {line.unit}
            </Button>
          )}
          <RemoveCartLineButton name={`${line.goodsName} ${line.skuCode}`} onClick={() => onRemove(line)} />
        </div>
      )}
    </li>
  )
}
