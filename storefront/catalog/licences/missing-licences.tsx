import { formatMissingLicenceReason, type RequiredLicenceOfGoods } from '#contract/catalog/licences/shapes.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { SubmitLicenceLink } from './submit-licence-link.tsx'

/** The licences that prevent the submit, and the link to submit them; nothing if none is missing. */
export function MissingLicences({ needs }: { needs: readonly RequiredLicenceOfGoods[] }) {
  if (needs.length === 0) return null
  const ofBuyer = needs.some(({ holder }) => holder === 'buyer')
  return (
    <section aria-labelledby="licences" className="panel border-l-3 border-danger p-4 md:p-5">
      <h2 id="licences" className="text-md">
        {ofBuyer ? '还缺许可证' : '店铺的许可证缺失，暂时不能购买'}
      </h2>
      <ul className="mt-1 flex flex-col gap-1 text-sm">
        {needs.map((need) => (
          <li key={`${need.goodsId} ${need.kindId} ${need.holder}`}>{formatMissingLicenceReason(need)}</li>
        ))}
      </ul>
      <p className="mt-1 text-sm">
        {ofBuyer ? (
          <SubmitLicenceLink />
        ) : (
          <Link to="/service_contact" className="finger text-jade hover:underline">
            联系客服
          </Link>
        )}
      </p>
    </section>
  )
}
