import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** How the titles of the mall end. */
const PRODUCT = '岩锋工品'

/** Names the page after what it shows, once that is known; the route's own title stands until then. */
export function useTitle(name: string | undefined): void {
  const router = useRouter()
  useEffect(() => {
    if (name === undefined) return
    const apply = () => {
      document.title = `${name} - ${PRODUCT}`
    }
    apply()
    // A navigation that ends later sets the route's title: this one comes after it.
    return router.subscribe('onResolved', apply)
  }, [name, router])
}
