import type { Address } from '#contract/sites/address/api.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { formatAddress } from './address-view.ts'

interface Props {
  address: Address
  busy: boolean
  onPrefer: () => void
  onDelete: () => void
}

const ACT = 'rounded-control py-2 text-jade hover:underline disabled:text-mute disabled:no-underline'

/** One address and its actions. */
export function AddressCard({ address, busy, onPrefer, onDelete }: Props) {
  const { id, name, mobile, isDefault } = address
  return (
    <div className="flex h-full flex-col p-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="text-md">{name}</b>
        <span className="num text-md">{mobile}</span>
        {isDefault && <span className="rounded-[3px] bg-jade px-1.5 text-xs text-white">默认</span>}
      </p>
      <p className="mt-2 flex-1 break-words text-mute">{formatAddress(address)}</p>
      <p className="mt-3 flex gap-5 border-t border-line-soft pt-1 -mb-2 text-sm">
        {!isDefault && (
          <button type="button" disabled={busy} onClick={onPrefer} className={`mr-auto ${ACT}`} aria-label={`设为默认：${name}`}>
            设为默认
          </button>
        )}
        <Link to="/address_add" search={{ id }} className={`${ACT} ${isDefault ? 'ml-auto' : ''}`} aria-label={`编辑：${name}`}>
          编辑
        </Link>
        <button type="button" onClick={onDelete} className={ACT} aria-label={`删除：${name}`}>
          删除
        </button>
      </p>
    </div>
  )
}
