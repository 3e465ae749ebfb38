import { ArrowRight } from 'lucide-react'
import { Link, type LinkProps } from '#storefront/platform/routing/link.tsx'

interface Props {
  title: string
  hint?: string
  more?: LinkProps & { label: string }
}

/** The head of a section: its title, a description, and a link to more. */
export function SectionHead({ title, hint, more }: Props) {
  return (
    <div className="mb-3 flex flex-wrap items-baseline gap-x-3.5 gap-y-0.5 md:mb-3.5">
      <h2 className="text-lg tracking-[0.02em] md:text-xl">{title}</h2>
      {hint && <p className="hidden text-sm text-mute md:block">{hint}</p>}
      {more && <More {...more} />}
    </div>
  )
}

function More({ label, ...link }: LinkProps & { label: string }) {
  return (
    <Link {...link} className="finger ml-auto flex items-center gap-1 text-sm font-medium text-jade hover:underline">
      {label}
      <ArrowRight className="size-3.5" aria-hidden />
    </Link>
  )
}
