import { useEffect } from 'react'
import { useRouter } from '#storefront/platform/routing/routing.tsx'
import { mallProfile } from '#ui/mall.ts'

/** Sets the title of the page when the name is known. Until then the title of the route is shown. */
export function useDocumentTitle(name: string | undefined): void {
  const router = useRouter()
  useEffect(() => {
    if (name === undefined) return
    const apply = () => {
      document.title = `${name} - ${mallProfile.name}`
    }
    apply()
    // A navigation that ends later sets the title of the route, so this effect must run after it.
    return router.onResolved(apply)
  }, [name, router])
}
