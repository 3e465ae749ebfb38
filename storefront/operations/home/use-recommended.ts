import { useQuery } from '@tanstack/react-query'
import { recommendedGoodsQuery } from '#storefront/catalog/goods/catalog-api.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'

/** Returns whether the person may see goods: guests may, and members with the permission. While a member is unknown, it is true. */
export const useCanSeeGoods = (): boolean => usePermission('lookGoods').reason === undefined

/** The recommended goods. They are fetched only if they will be shown. */
export const useRecommendedGoods = () => useQuery({ ...recommendedGoodsQuery, enabled: useCanSeeGoods() })
