import { lazy, Suspense } from 'react'
import type { StepperProps } from './stepper-field.tsx'

/** Screens are there before their steppers: nobody waits for those to see prices. */
const StepperField = lazy(() => import('./stepper-field.tsx').then((part) => ({ default: part.StepperField })))

/** 购买数量: by the SKU's step, never below its minimum. Its place and its number are there at once. */
export function Stepper(props: StepperProps) {
  const place = `num grid place-items-center rounded-control border border-line bg-white text-base ${props.size === 'sm' ? 'h-8 w-24' : 'h-9 w-28'}`
  return (
    <Suspense fallback={<div className={place}>{props.value}</div>}>
      <StepperField {...props} />
    </Suspense>
  )
}
