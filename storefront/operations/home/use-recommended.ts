import { useQuery } from '@tanstack/react-query'
import { recommendedQuery } from '#storefront/catalog/goods/catalog-api.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'

/** Whether the person may look at goods: guests may, and members with the code. Until a member is known, he may. */
export const useCanSeeGoods = (): boolean => usePermission('lookGoods').reason === undefined

/** The recommended goods. They are fetched only if they will be shown. */
export const useRecommended = () => useQuery({ ...recommendedQuery, enabled: useCanSeeGoods() })
