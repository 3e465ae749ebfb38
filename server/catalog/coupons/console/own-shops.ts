// Staff who keep certain shops can read and change only the coupons of these shops. Every coupon belongs to one shop.
import { refuse } from '#contract/platform/core/refusals.ts'
import { findCouponTemplate } from '#server/catalog/coupons/template-store.ts'
import { addCheckToConsoleHandlers, findShopIdsStaffIsLimitedTo } from '#server/catalog/shops/public.ts'

/**
 * Limits handlers of the console whose input names a template or a shop: calls about other shops are refused with COUPON_TEMPLATE_NOT_FOUND
 * and SHOP_NOT_FOUND.
 */
export const limitCouponHandlersToStaffShops = <Group extends Parameters<typeof addCheckToConsoleHandlers>[0]>(handlers: Group): Group =>
  addCheckToConsoleHandlers(handlers, async (input, { db, caller: { staffId } }) => {
    const templateId = 'templateId' in input && typeof input.templateId === 'string' ? input.templateId : undefined
    const shopId = 'shopId' in input && typeof input.shopId === 'string' ? input.shopId : undefined
    if (templateId === undefined && shopId === undefined) return
    const own = await findShopIdsStaffIsLimitedTo(db, staffId)
    if (own === null) return
    const template = templateId === undefined ? undefined : await findCouponTemplate(db, templateId)
    if (template && !own.includes(template.shopId)) refuse('COUPON_TEMPLATE_NOT_FOUND')
    if (shopId !== undefined && !own.includes(shopId)) refuse('SHOP_NOT_FOUND')
  })
