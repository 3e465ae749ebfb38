import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface StatusMessageProps {
  icon: LucideIcon
  title: string
  text: string
  spin?: boolean
  tone?: string
  children?: ReactNode
}

/** A state that takes time: an icon, a sentence, an explanation, and actions. */
export function StatusMessage({ icon: Icon, title, text, spin = false, tone = 'text-copper', children }: StatusMessageProps) {
  return (
    <div role="status" className="flex flex-col items-center gap-2 text-center">
      <Icon className={`size-10 ${tone} ${spin ? 'animate-spin' : ''}`} strokeWidth={1.4} aria-hidden />
      <p className="text-lg font-medium">{title}</p>
      <p className="max-w-md text-mute">{text}</p>
      {children && <div className="mt-3 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  )
}
