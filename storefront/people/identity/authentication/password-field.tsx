import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { TextField } from '#storefront/platform/components/field.tsx'
import { computePasswordStrength } from './password-strength.ts'

interface Props extends Omit<ComponentProps<'input'>, 'required'> {
  label: string
  error?: string | undefined
  hint?: ReactNode
}

/** A password field, hidden until the person wants to see it. */
export function PasswordField({ label, error, hint, ...input }: Props) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="relative">
      <TextField label={label} error={error} hint={hint} type={shown ? 'text' : 'password'} maxLength={20} className="pr-12" {...input} />
      <button
        type="button"
        aria-label={`${shown ? '隐藏' : '显示'}${label}`}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute top-6 right-0 grid size-11 place-items-center text-mute hover:text-jade"
      >
        <Icon className="size-4.5" aria-hidden />
      </button>
    </div>
  )
}

const colours = ['bg-line', 'bg-danger', 'bg-gold-line', 'bg-success'] as const

/** A field for a new password, with its strength. */
export function NewPasswordField({ typed, mobile, ...field }: Props & { typed: string; mobile?: string }) {
  const { level, word, advice } = computePasswordStrength(typed, mobile)
  const meter = (
    <span className="flex items-center gap-2">
      <span aria-hidden className="flex gap-0.5">
        {([1, 2, 3] as const).map((step) => (
          <span key={step} className={`h-1 w-6 rounded-full ${colours[step <= level ? level : 0]}`} />
        ))}
      </span>
      <span>
        {word && <b className="mr-1.5 font-medium text-ink">{word}</b>}
        {advice}
      </span>
    </span>
  )
  return <PasswordField autoComplete="new-password" placeholder="6-20 位密码" hint={meter} {...field} />
}
