import { Link } from '#storefront/platform/routing/link.tsx'
import { mallProfile } from '#ui/mall.ts'

/** The logo of the mall, or else the built-in mark: a green hexagon with the point of a pick. */
function Logo({ className = 'size-10' }: { className?: string }) {
  if (mallProfile.logoId !== null) return <img src={`/company/${mallProfile.logoId}/192.png`} alt="" className={`shrink-0 ${className}`} />
  return (
    <svg viewBox="0 0 40 40" aria-hidden className={`shrink-0 ${className}`}>
      <path d="M20 1 38 11v18L20 39 2 29V11z" fill="#0d3b35" />
      <path d="m20 7 6 13h-3.4v10h-5.2V20H14z" fill="#fff" />
      <path d="m20 7 3.1 6.8h-6.2z" fill="#d9772f" />
    </svg>
  )
}

/** The link to the home page: logo and name. Voice control users say the visible text, so the label begins with exactly that. */
export function HomeLink() {
  return (
    <Link to="/" className="flex shrink-0 items-center gap-2 md:gap-3" aria-label={`${mallProfile.name}${mallProfile.tagline} 首页`}>
      <Logo className="size-8 md:size-10" />
      <span className="hidden sm:block">
        <b className="block text-md leading-tight font-semibold md:text-xl md:tracking-[0.06em]">{mallProfile.name}</b>
        <small className="hidden text-[11px] tracking-[0.28em] text-mute md:block">{mallProfile.tagline}</small>
      </span>
    </Link>
  )
}
