import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useRouterState } from '#storefront/platform/routing/routing.tsx'
import { useLoggedIn, useUser } from '#storefront/platform/sessions/use-session.ts'
import { UserCenterMenu } from './centre-menu.tsx'
import { UserCenterMenuHead } from './member-head.tsx'

const COOKIE = 'yanfeng_sidebar'
const YEAR_SECONDS = 31_536_000

const readFolded = (): boolean => document.cookie.split('; ').includes(`${COOKIE}=folded`)

/**
 * Whether the side menu is reduced to icons. The state is stored in a cookie (specification §9), so that every page opens with the same
 * state.
 */
function useSidebar(): { folded: boolean; toggle: () => void } {
  const [folded, setFolded] = useState(readFolded)
  const toggle = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that are in use
    document.cookie = `${COOKIE}=${folded ? 'open' : 'folded'}; Max-Age=${YEAR_SECONDS}; SameSite=Lax; Path=/`
    setFolded(!folded)
  }
  return { folded, toggle }
}

interface Props {
  title: string
  /** Actions of the page, to the right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/**
 * The frame of every page of the user center: the person, the side menu, a title. On phones the menu is on the first page of the user
 * center, and the other pages have a link back to it.
 */
export function UserCenterLayout({ title, actions, children }: Props) {
  const { folded, toggle } = useSidebar()
  return (
    <div
      className={`content grid items-start gap-4 pt-3 md:pt-6 ${folded ? 'md:grid-cols-[56px_minmax(0,1fr)]' : 'md:grid-cols-[208px_minmax(0,1fr)] lg:gap-6'}`}
    >
      <Side folded={folded} toggle={toggle} />
      <section aria-labelledby="centre-title" className="min-w-0">
        <div className="mb-3 flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2 md:mb-4">
          <div className="flex items-center gap-1">
            <BackLink />
            <h1 id="centre-title" className="text-lg md:text-xl">
              {title}
            </h1>
          </div>
          {actions}
        </div>
        {children}
      </section>
    </div>
  )
}

function Side({ folded, toggle }: { folded: boolean; toggle: () => void }) {
  const loggedIn = useLoggedIn()
  const user = useUser()
  return (
    <div className="hidden flex-col gap-3 md:flex">
      {loggedIn && <UserCenterMenuHead user={user} folded={folded} />}
      <UserCenterMenu folded={folded} onToggle={toggle} />
    </div>
  )
}

function BackLink() {
  const pathname = useRouterState((state) => state.location.pathname)
  if (pathname === '/user_center') return null
  return (
    <Link to="/user_center" aria-label="返回个人中心" className="-ml-2 grid size-9 place-items-center text-mute md:hidden">
      <ChevronLeft className="size-5.5" aria-hidden />
    </Link>
  )
}
