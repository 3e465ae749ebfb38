import { deleteAllFavouritesOfMember, deleteStockWaitsOfMember } from '#server/catalog/favourites/public.ts'
import { deleteCartOfEndedMembership } from '#server/orders/cart/public.ts'
import type { DeleteMemberBelongings } from '#server/people/memberships/public.ts'

/**
 * Deletes what a person has of his own in a company when his membership ends: cart, favourites and stock waits. Calls of the mall and of the
 * console end memberships, and the modules that do so are below those that own these rows.
 *
 * Orders, after-sales and messages stay: they are the company's.
 */
export const deleteMemberBelongings: DeleteMemberBelongings = async (tx, member) => {
  await deleteCartOfEndedMembership(tx, member)
  await deleteAllFavouritesOfMember(tx, member)
  await deleteStockWaitsOfMember(tx, member)
}
