import { useQuery } from '@tanstack/react-query'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { recommendedQuery } from '#storefront/catalog/goods/catalog-api.ts'
import { useUser } from '#storefront/platform/sessions/use-session.ts'

/** Returns whether the person may see goods: guests may, and members with the permission. While a member is unknown, it is true. */
export function useCanSeeGoods(): boolean {
  const user = useUser()
  return user === undefined || hasPermission(user.permCode, ['lookGoods'])
}

/** The recommended goods. They are fetched only if they will be shown. */
export const useRecommended = () => useQuery({ ...recommendedQuery, enabled: useCanSeeGoods() })
