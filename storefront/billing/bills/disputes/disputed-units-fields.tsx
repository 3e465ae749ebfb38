import { type UseFormReturn, useWatch } from 'react-hook-form'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import type { StatementLine } from '#storefront/billing/bills/bill-api.ts'
import { TextField } from '#storefront/platform/components/field.tsx'
import { formatCount } from '#ui/format.ts'
import { computeTypedUnitsAmount, type DisputeFormValues, toUnitsFieldName } from './dispute-view.ts'

/** How many units of each line of the parcel are disputed, and the amount that follows. */
export function DisputedUnitsFields({ line, form }: { line: StatementLine; form: UseFormReturn<DisputeFormValues> }) {
  const typed = useWatch({ control: form.control, name: 'units' })
  const amount = computeTypedUnitsAmount(line, typed)
  const { error } = form.getFieldState('units', form.formState)
  const message = typeof error?.message === 'string' ? error.message : undefined
  return (
    <fieldset className="mb-2">
      <legend className="sr-only">有异议的数量</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {line.goods.map(({ lineNo, goodsName, skuProps, quantity, unit }) => (
          <TextField
            key={lineNo}
            label={`${goodsName} ${formatSkuProps(skuProps)}`.trim()}
            inputMode="numeric"
            autoComplete="off"
            placeholder="0"
            hint={`共 ${formatCount(quantity)} ${unit}`}
            className="num"
            {...form.register(`units.${toUnitsFieldName(lineNo)}`)}
          />
        ))}
      </div>
      <p className="text-sm" aria-live="polite">
        按该笔发货的价格计算，异议金额 <b className="num">{amount === undefined ? '—' : formatMoney(amount)}</b>
      </p>
      {message !== undefined && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {message}
        </p>
      )}
    </fieldset>
  )
}
