import {
  BadgeCheck,
  Bell,
  CircleHelp,
  ClipboardList,
  CreditCard,
  FilePenLine,
  FileText,
  HardHat,
  Headset,
  Heart,
  type LucideIcon,
  MapPin,
  MessageSquareQuote,
  PanelLeftClose,
  PanelLeftOpen,
  PhoneCall,
  ReceiptText,
  ScrollText,
  Settings,
  Share2,
  TicketPercent,
  UserRound,
  Users,
  Wallet,
} from 'lucide-react'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useRouterState } from '#storefront/platform/routing/routing.tsx'
import { useUser } from '#storefront/platform/sessions/use-session.ts'
import { listMenuEntries, type MenuEntry } from './menu-view.ts'

const icons: Record<string, LucideIcon> = {
  会员信息: UserRound,
  赊销账户: CreditCard,
  现金钱包: Wallet,
  我的订单: ClipboardList,
  我的账单: ReceiptText,
  我的优惠券: TicketPercent,
  我的消息: Bell,
  我的发票: FileText,
  地址管理: MapPin,
  我的设置: Settings,
  我的合同: FilePenLine,
  账号管理: Users,
  我的收藏: Heart,
  售后服务: Headset,
  服务协议: ScrollText,
  帮助中心: CircleHelp,
  我的询价: MessageSquareQuote,
  代客下单: PhoneCall,
  项目与设备: HardHat,
  许可证: BadgeCheck,
  接口接入: Share2,
}

/** The entries for the person. While he is not known, nothing is blocked and the server decides. */
function useMenu(): MenuEntry[] {
  const pathname = useRouterState((state) => state.location.pathname)
  return listMenuEntries(useUser(), pathname)
}

function EntryIcon({ label, className }: { label: string; className: string }) {
  const Icon = icons[label] ?? UserRound
  return <Icon className={`shrink-0 ${className}`} strokeWidth={1.6} aria-hidden />
}

/** The side menu on wide screens. When it is reduced, it shows icons with hints and labels for screen readers. */
export function UserCenterMenu({ folded, onToggle }: { folded: boolean; onToggle: () => void }) {
  const Toggle = folded ? PanelLeftOpen : PanelLeftClose
  return (
    <nav aria-label="个人中心" className="panel overflow-hidden py-2">
      <ul>
        {useMenu().map((entry) => (
          <li key={entry.label}>
            <SideEntry entry={entry} folded={folded} />
          </li>
        ))}
      </ul>
      <button
        type="button"
        aria-expanded={!folded}
        data-hint={folded ? '展开菜单' : undefined}
        onClick={onToggle}
        className={`mt-2 flex h-10 w-full items-center gap-2.5 border-t border-line-soft pt-1 text-sm text-mute hover:text-jade ${folded ? 'justify-center' : 'px-5'}`}
      >
        <Toggle className="size-4.5" strokeWidth={1.6} aria-hidden />
        <span className={folded ? 'sr-only' : ''}>{folded ? '展开菜单' : '收起菜单'}</span>
      </button>
    </nav>
  )
}

const SIDE = 'flex h-10 items-center gap-2.5 border-l-2 text-base'

function SideEntry({ entry: { to, label, search, current, blocked }, folded }: { entry: MenuEntry; folded: boolean }) {
  const place = folded ? 'justify-center pr-0.5' : 'px-4.5'
  const word = <span className={folded ? 'sr-only' : 'flex-1'}>{label}</span>
  if (blocked !== undefined) {
    return (
      <button
        type="button"
        aria-disabled
        data-hint={folded ? `${label}：${blocked}` : blocked}
        className={`${SIDE} ${place} w-full cursor-not-allowed border-transparent text-left text-mute`}
      >
        <EntryIcon label={label} className="size-4.5 opacity-50" />
        {word}
        <span className={folded ? 'sr-only' : 'text-xs'} aria-hidden>
          无权限
        </span>
        <span className="sr-only">{blocked}</span>
      </button>
    )
  }
  const look = current ? 'border-copper bg-jade-tint font-semibold text-pine' : 'border-transparent hover:bg-paper hover:text-jade'
  return (
    <Link
      to={to}
      search={search}
      data-hint={folded ? label : undefined}
      aria-current={current ? 'page' : undefined}
      className={`${SIDE} ${place} ${look}`}
    >
      <EntryIcon label={label} className="size-4.5" />
      {word}
    </Link>
  )
}

/** The same entries as tiles, on the first page of the user center on phones. */
export function UserCenterMenuTiles() {
  const entries = useMenu().filter(({ to }) => to !== '/user_center')
  return (
    <nav aria-label="个人中心" className="panel md:hidden">
      <ul className="grid grid-cols-4 gap-y-1 px-1 py-3">
        {entries.map((entry) => (
          <li key={entry.label}>
            <Tile entry={entry} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

const TILE = 'grid justify-items-center gap-1.5 rounded-control px-1 py-2.5 text-center text-xs'

function Tile({ entry: { to, label, search, blocked } }: { entry: MenuEntry }) {
  if (blocked !== undefined) {
    return (
      <button type="button" aria-disabled data-hint={blocked} className={`${TILE} w-full text-mute`}>
        <EntryIcon label={label} className="size-5.5 opacity-50" />
        <span>{label}</span>
        <span className="-mt-1.5 text-[11px] leading-4" aria-hidden>
          无权限
        </span>
        <span className="sr-only">{blocked}</span>
      </button>
    )
  }
  return (
    <Link to={to} search={search} className={TILE}>
      <EntryIcon label={label} className="size-5.5 text-jade" />
      {label}
    </Link>
  )
}
