import { Link, useRouter } from '@tanstack/react-router'
import { ArrowUp, Headset, Undo2 } from 'lucide-react'

const BUTTON = 'grid w-14 justify-items-center gap-1 px-1 py-2.5 text-[11px] leading-4 text-mute hover:bg-jade-tint hover:text-jade'

/** 在线客服, 返回上页, to the top: at the right edge of wide screens. */
export function SideButtons() {
  const { history } = useRouter()
  return (
    <aside
      aria-label="快捷操作"
      className="no-print panel fixed right-3 bottom-28 z-30 hidden divide-y divide-line-soft overflow-hidden xl:block"
    >
      <Link to="/service_contact" className={BUTTON}>
        <Headset className="size-5" strokeWidth={1.6} aria-hidden />
        在线客服
      </Link>
      <button type="button" className={BUTTON} onClick={() => history.back()}>
        <Undo2 className="size-5" strokeWidth={1.6} aria-hidden />
        返回上页
      </button>
      <button type="button" className={BUTTON} onClick={() => window.scrollTo({ top: 0, behavior: 'smooth' })}>
        <ArrowUp className="size-5" strokeWidth={1.6} aria-hidden />
        回到顶部
      </button>
    </aside>
  )
}
