import { Radio } from '@base-ui/react/radio'

interface RadioCircleProps<Value> {
  value: Value
  disabled?: boolean
  /** Lowers the circle to the first line of a label with several lines. */
  lowered?: boolean
}

/** The circle of one choice of a `RadioGroup`. The label around it belongs to the caller. */
export function RadioCircle<Value>({ value, disabled = false, lowered = false }: RadioCircleProps<Value>) {
  return (
    <Radio.Root
      value={value}
      disabled={disabled}
      className={`${lowered ? 'mt-0.5 ' : ''}grid size-4.5 shrink-0 place-items-center rounded-full border border-placeholder bg-white data-checked:border-jade data-disabled:border-line`}
    >
      <Radio.Indicator className="size-2.5 rounded-full bg-jade" />
    </Radio.Root>
  )
}
