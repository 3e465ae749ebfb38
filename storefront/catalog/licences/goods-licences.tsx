import { useQuery } from '@tanstack/react-query'
import { FileBadge } from 'lucide-react'
import { licenceStatuses, type RequiredLicence } from '#contract/catalog/licences/shapes.ts'
import { useLoggedIn } from '#storefront/platform/sessions/use-session.ts'
import { goodsLicenceNeedsQuery } from './licence-api.ts'
import { licenceStatusClasses } from './licence-status-looks.ts'
import { SubmitLicenceLink } from './submit-licence-link.tsx'

/** Shows on the page of restricted goods which licences their buyer needs, and their status. */
export function GoodsLicenceRequirements({ goodsId }: { goodsId: string }) {
  const loggedIn = useLoggedIn()
  const needs = useQuery(goodsLicenceNeedsQuery(goodsId)).data ?? []
  const shopLacks = needs.some(({ holder, standing }) => holder === 'shop' && standing !== 'valid')
  const ofBuyer = needs.filter(({ holder }) => holder === 'buyer')
  if (ofBuyer.length === 0 && !shopLacks) return null
  return (
    <section aria-label="许可证" className="mt-4 flex gap-2 rounded-control border border-line px-3 py-2.5 text-sm">
      <FileBadge className="mt-0.5 size-4 shrink-0 text-copper" strokeWidth={1.6} aria-hidden />
      <div className="min-w-0">
        {shopLacks && <p className="text-danger">店铺的许可证缺失或过期，暂时不能购买，可联系客服了解</p>}
        {ofBuyer.map((need) => (
          <Need key={need.kindId} need={need} />
        ))}
        {loggedIn && ofBuyer.some(({ standing }) => standing !== 'valid') && <SubmitLicenceLink />}
      </div>
    </section>
  )
}

/** A licence that the buyer needs, and its status at his company. Guests see the requirement. */
const Need = ({ need: { kindName, note, standing, validUntil } }: { need: RequiredLicence }) => (
  <p>
    购买需要《{kindName}》
    {standing !== null && (
      <span className={licenceStatusClasses[standing]}>
        {' · '}
        {standing === 'valid' ? '贵公司的许可证有效' : `贵公司${licenceStatuses[standing].label}`}
        {standing === 'valid' && validUntil !== null && (
          <>
            ，至 <span className="num">{validUntil}</span>
          </>
        )}
      </span>
    )}
    {note !== '' && <span className="block text-mute">{note}</span>}
  </p>
)
