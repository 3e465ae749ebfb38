import { type FormEvent, useId, useState } from 'react'
import { Button } from '#storefront/platform/components/button.tsx'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { formatPriceField, type GoodsListFilter, parsePrice, priceError, toChangedGoodsListLink } from './shop-view.ts'

const INPUT = 'num h-9 w-full min-w-0 rounded-control border border-line px-2 hover:border-placeholder aria-invalid:border-danger'

/** A minimum and a maximum of 现金价. 确定 or Enter applies them; an empty field is no limit. */
export function PriceFilter({ filter }: { filter: GoodsListFilter }) {
  const navigate = useNavigate()
  const about = useId()
  const [least, setLeast] = useState(formatPriceField(filter.priceMin))
  const [most, setMost] = useState(formatPriceField(filter.priceMax))
  const fault = priceError(least) ?? priceError(most)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (fault !== undefined) return
    void navigate(toChangedGoodsListLink(filter, { priceMin: parsePrice(least), priceMax: parsePrice(most) }))
  }
  const field = { inputMode: 'decimal', maxLength: 12, 'aria-describedby': about, className: INPUT } as const
  return (
    <form onSubmit={submit}>
      <div className="flex items-center gap-2">
        <input
          {...field}
          value={least}
          onChange={({ target }) => setLeast(target.value)}
          placeholder="最低"
          aria-label="最低价"
          aria-invalid={priceError(least) !== undefined}
        />
        <span aria-hidden className="text-mute">
          –
        </span>
        <input
          {...field}
          value={most}
          onChange={({ target }) => setMost(target.value)}
          placeholder="最高"
          aria-label="最高价"
          aria-invalid={priceError(most) !== undefined}
        />
        <Button type="submit" look="line" size="sm" className="h-9">
          确定
        </Button>
      </div>
      <p id={about} role={fault === undefined ? undefined : 'alert'} className={fault === undefined ? '' : 'mt-1 text-sm text-danger'}>
        {fault}
      </p>
    </form>
  )
}
