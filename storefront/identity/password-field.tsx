import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { TextField } from '../parts/field.tsx'

/** A password, hidden until its person wants to see it. */
export function PasswordField({
  label,
  error,
  ...input
}: Omit<ComponentProps<'input'>, 'required'> & { label: string; error?: string | undefined }) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="relative">
      <TextField label={label} error={error} type={shown ? 'text' : 'password'} className="pr-12" {...input} />
      <button
        type="button"
        aria-label={shown ? '隐藏密码' : '显示密码'}
        onClick={() => setShown(!shown)}
        className="absolute top-6 right-0 grid size-11 place-items-center text-mute hover:text-jade"
      >
        <Icon className="size-4.5" aria-hidden />
      </button>
    </div>
  )
}
