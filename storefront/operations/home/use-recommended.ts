import { useQuery } from '@tanstack/react-query'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { recommendedQuery } from '#storefront/catalog/goods/catalog-api.ts'
import { useUser } from '#storefront/platform/sessions/use-session.ts'

/** Whether the person may look at goods: guests may, and members with the code. Until a member is known, he may. */
export function useCanSeeGoods(): boolean {
  const user = useUser()
  return user === undefined || hasPermission(user.permCode, ['lookGoods'])
}

/** What the server puts forward; asked for only where it would be shown. */
export const useRecommended = () => useQuery({ ...recommendedQuery, enabled: useCanSeeGoods() })
