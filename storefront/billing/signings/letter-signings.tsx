import { Card } from '#storefront/platform/components/card.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useSignings } from './signing-api.ts'
import { FormerSignings, SigningLine } from './signing-line.tsx'

/** The confirmation letters that are to be signed, or were: staff start them. Only the main account has them. */
export function LetterSignings() {
  const isMain = usePermission('main').allowed
  const found = useSignings('CONFIRMATION', undefined, isMain)
  const { signings, former } = found.data ?? { signings: [], former: [] }
  if (signings.length === 0) return null
  return (
    <Card title="询证函签署">
      <ul className="divide-y divide-line-soft">
        {signings.map((signing) => (
          <li key={signing.id} className="py-3 first:pt-0">
            <h3 className="mb-1.5 text-md">
              截至 <span className="num">{signing.documentNo}</span> 的往来询证函
            </h3>
            <SigningLine signing={signing} />
            <FormerSignings signings={former.filter(({ subject }) => subject === signing.subject)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
