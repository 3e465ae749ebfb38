import { isId } from '#storefront/platform/components/parse-id.ts'
import { useNavigate, useSearch } from '#storefront/platform/routing/routing.tsx'

/**
 * The shops of a long cart whose lines are folded away. They are in the address (?folded=id,id), so they are as they were when a buyer comes
 * back from a product.
 */
export function useFoldedShops(): { folded: ReadonlySet<string>; setFolded: (shopIds: readonly string[], folded: boolean) => void } {
  const navigate = useNavigate()
  const folded = new Set((useSearch().folded ?? '').split(',').filter(isId))
  const setFolded = (shopIds: readonly string[], isFolded: boolean) => {
    const left = [...folded].filter((id) => !shopIds.includes(id))
    const next = isFolded ? [...left, ...shopIds] : left
    void navigate({
      to: '.',
      search: (was) => ({ ...was, folded: next.length > 0 ? next.join(',') : undefined }),
      replace: true,
      resetScroll: false,
    })
  }
  return { folded, setFolded }
}
