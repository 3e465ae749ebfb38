import { useState } from 'react'
import { isId } from '#storefront/platform/components/parse-id.ts'
import { useNavigate, useSearch } from '#storefront/platform/routing/routing.tsx'

/**
 * The shops of a long cart whose lines are folded away. They are in the address (?folded=id,id), so they are as they were when a buyer comes
 * back from a product. The address follows after the lines, because a new address renders the whole page again.
 */
export function useFoldedShops(): { folded: ReadonlySet<string>; setFolded: (shopIds: readonly string[], folded: boolean) => void } {
  const navigate = useNavigate()
  const { folded: inAddress = '' } = useSearch()
  const [folded, setShown] = useState<ReadonlySet<string>>(() => new Set(inAddress.split(',').filter(isId)))
  const setFolded = (shopIds: readonly string[], isFolded: boolean) => {
    const left = [...folded].filter((id) => !shopIds.includes(id))
    const next = isFolded ? [...left, ...shopIds] : left
    setShown(new Set(next))
    const text = next.length > 0 ? next.join(',') : undefined
    const writeAddress = () => navigate({ to: '.', search: (was) => ({ ...was, folded: text }), replace: true, resetScroll: false })
    setTimeout(() => void writeAddress())
  }
  return { folded, setFolded }
}
