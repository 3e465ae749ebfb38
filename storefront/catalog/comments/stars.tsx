import { Star } from 'lucide-react'
import { useId } from 'react'
import { commentStarsDescending, type Stars, starLabels } from '#contract/orders/comments/shapes.ts'

const ASCENDING = [...commentStarsDescending].reverse()
const [FULL, EMPTY] = ['fill-copper text-copper', 'fill-none text-placeholder']

/** A bar that shows a share, in the mall's colours in every browser. */
export const SHARE_BAR_CLASSES =
  'own-colours appearance-none overflow-hidden rounded-full bg-line-soft [&::-moz-progress-bar]:bg-copper [&::-webkit-progress-bar]:bg-line-soft [&::-webkit-progress-value]:bg-copper'

/** Read-only stars. An average is shown as the nearest whole number of stars, with the number next to it. */
export function ReadOnlyStars({ value, label, className = 'size-4' }: { value: number; label: string; className?: string }) {
  return (
    <span role="img" aria-label={label} className="inline-flex gap-0.5">
      {ASCENDING.map((one) => (
        <Star key={one} className={`${className} ${one <= value ? FULL : EMPTY}`} strokeWidth={1.4} aria-hidden />
      ))}
    </span>
  )
}

interface Choosing {
  value: Stars | undefined
  onChange: (stars: Stars) => void
  error: string | undefined
}

/** A rating input from one to five. It has radio buttons, so that arrow keys and screen readers work. */
export function StarInput({ value, onChange, error }: Choosing) {
  const group = useId()
  return (
    <fieldset aria-describedby={`${group}-about`} aria-invalid={error !== undefined}>
      <legend className="mb-1 text-sm text-mute">
        <span className="mr-0.5 text-danger">*</span>评分
      </legend>
      <div className="flex flex-wrap items-center gap-1">
        {ASCENDING.map((one) => (
          <label
            key={one}
            data-hint={starLabels[one]}
            className="grid size-10 cursor-pointer place-items-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-jade"
          >
            <input
              type="radio"
              name={group}
              aria-label={`${one} 星，${starLabels[one]}`}
              checked={value === one}
              onChange={() => onChange(one)}
              className="sr-only"
            />
            <Star className={`size-7 ${one <= (value ?? 0) ? FULL : EMPTY}`} strokeWidth={1.4} aria-hidden />
          </label>
        ))}
        <span className="ml-1 text-sm" aria-hidden>
          {value === undefined ? '' : starLabels[value]}
        </span>
      </div>
      <p id={`${group}-about`} role={error === undefined ? undefined : 'alert'} className="min-h-5 text-sm text-danger">
        {error}
      </p>
    </fieldset>
  )
}
