import { Check } from 'lucide-react'

const steps = ['验证原手机号', '绑定新手机号', '完成'] as const

/** The steps to change the mobile number. The current one is 0, 1 or 2. */
export function ChangeMobileSteps({ at }: { at: 0 | 1 | 2 }) {
  return (
    <ol aria-label="更换手机号的步骤" className="mb-6 grid grid-cols-3">
      {steps.map((step, place) => (
        <li key={step} aria-current={place === at ? 'step' : undefined} className="relative grid justify-items-center gap-1 text-center">
          {place > 0 && <span aria-hidden className="absolute top-3.5 right-[calc(50%+18px)] left-[calc(-50%+18px)] h-px bg-line" />}
          <span
            aria-hidden
            className={`num grid size-7 place-items-center rounded-full border text-sm ${place <= at ? 'border-jade bg-jade text-white' : 'border-line bg-white text-mute'}`}
          >
            {place < at || at === 2 ? <Check className="size-4" /> : place + 1}
          </span>
          <span className={`text-sm ${place === at ? 'font-medium' : 'text-mute'}`}>{step}</span>
        </li>
      ))}
    </ol>
  )
}
