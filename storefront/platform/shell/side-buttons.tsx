import { ArrowUp, Ellipsis, Headset, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useRouter } from '#storefront/platform/routing/routing.tsx'

const BUTTON = 'grid w-14 justify-items-center gap-1 px-1 py-2.5 text-[11px] leading-4 text-mute hover:bg-jade-tint hover:text-jade'

/** The style sheet's rule about reduced motion does not govern the scrolling of scripts. */
const pickScrollBehavior = (): ScrollBehavior => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth')

/** 在线客服, 返回上页 and back to top, at the right edge. On pages that need the whole width they are collapsed into one button. */
export function SupportBackAndTopButtons() {
  const [open, setOpen] = useState(false)
  const { history } = useRouter()
  return (
    <aside
      aria-label="快捷操作"
      className="no-print fixed right-3 bottom-42 max-[380px]:bottom-50 z-30 grid justify-items-end gap-2 md:bottom-28"
      onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
    >
      <div className={`panel divide-y divide-line-soft overflow-hidden ${open ? '' : 'max-xl:hidden'}`}>
        <Buttons fold={() => setOpen(false)} back={() => history.back()} />
      </div>
      <button
        type="button"
        aria-label={open ? '收起快捷操作' : '快捷操作：客服、返回、回到顶部'}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="grid size-11 place-items-center rounded-full border border-line bg-white/90 text-mute shadow-[0_2px_10px_rgb(19_32_30/0.12)] hover:text-jade xl:hidden"
      >
        {open ? <X className="size-5" strokeWidth={1.6} aria-hidden /> : <Ellipsis className="size-5" strokeWidth={1.6} aria-hidden />}
      </button>
    </aside>
  )
}

function Buttons({ fold, back }: { fold: () => void; back: () => void }) {
  const press = (act: () => void) => () => {
    fold()
    act()
  }
  return (
    <>
      <Link to="/service_contact" className={BUTTON} onClick={fold}>
        <Headset className="size-5" strokeWidth={1.6} aria-hidden />
        在线客服
      </Link>
      <button type="button" className={BUTTON} onClick={press(back)}>
        <Undo2 className="size-5" strokeWidth={1.6} aria-hidden />
        返回上页
      </button>
      <button type="button" className={BUTTON} onClick={press(() => window.scrollTo({ top: 0, behavior: pickScrollBehavior() }))}>
        <ArrowUp className="size-5" strokeWidth={1.6} aria-hidden />
        回到顶部
      </button>
    </>
  )
}
