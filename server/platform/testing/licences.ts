import { contract } from '#contract/api.ts'
import type { FilePurpose } from '#contract/people/files/api.ts'
import { drawSampleDocument } from './identity-documents.ts'
import type { Buyer, Mall } from './mall.ts'
import type { TestUser } from './test-user.ts'
import { toBlob } from './uploads.ts'

const picture = await drawSampleDocument('licence')

/** Uploads the picture of a licence, or of something else. */
export const uploadLicencePicture = async (person: TestUser, purpose: FilePurpose = 'tradeLicence'): Promise<string> =>
  (await person.api.files.uploadImage({ purpose, consent: true }, { file: toBlob(picture) })).fileId

/** Helpers for restricted goods: kinds of licences, and licences of shops and companies. */
export async function createLicenceHelpers(mall: Mall) {
  const [keeper, reviewer] = [await mall.staff('catalogue'), await mall.staff('reviewer')]
  let made = 0
  const newKind = async (holders: { ofShop?: boolean; ofBuyer?: boolean }, name = `许可证${++made}`): Promise<string> =>
    (await keeper.api.consoleLicence.saveKind({ name, ofShop: false, ofBuyer: false, note: '由应急管理局颁发', ...holders })).kindId

  /** Makes goods demand kinds of licences, as if they had been published with them. */
  const demands = async (skuId: string, licenceKindIds: readonly string[]): Promise<string> => {
    const { goods_id } = await mall.db.selectFrom('sku').select('goods_id').where('id', '=', skuId).executeTakeFirstOrThrow()
    await mall.runInTransaction((tx) =>
      tx
        .updateTable('goods')
        .set({ licence_kind_ids: [...licenceKindIds] })
        .where('id', '=', goods_id)
        .execute(),
    )
    return goods_id
  }

  const handsIn = async (buyer: Buyer, kindId: string, validUntil: string): Promise<{ enterpriseId: string; id: string }> => {
    const fileId = await uploadLicencePicture(buyer)
    const { id } = await buyer.api.licence.submit({ kindId, licenceNo: '粤深危化经字[2026]0001', validUntil, fileId })
    return { enterpriseId: buyer.enterpriseId, id }
  }
  const isApproved = async (ref: { enterpriseId: string; id: string }): Promise<void> => {
    await reviewer.api.consoleLicence.claim(ref)
    await reviewer.api.consoleLicence.approve(ref)
  }
  const holds = async (buyer: Buyer, kindId: string, validUntil: string): Promise<void> =>
    isApproved(await handsIn(buyer, kindId, validUntil))
  const entersForShop = async (shopId: string, kindId: string, validUntil: string) => {
    const standing = (await keeper.api.consoleLicence.shopList({ shopId })).dataList.find((one) => one.kindId === kindId)
    const licence = { shopId, kindId, licenceNo: 'SHOP-0001', validUntil, rowVersion: standing?.rowVersion ?? 0 }
    return keeper.api.consoleLicence.saveOfShop(licence, { file: toBlob(picture) })
  }

  /** Previews one unit and submits it by bank transfer, and ignores the problems of the preview. */
  const orders = async (buyer: Buyer, skuId: string) => {
    const request = { lines: [{ skuId, goodsNum: 1 }] }
    const preview = await buyer.api.order.preview({ ...request, method: 'transfer' })
    const answer = await buyer.post(
      contract.order.submit.path,
      { ...request, method: 'transfer', addressId: buyer.addressId, quote: preview.quote },
      { 'idempotency-key': crypto.randomUUID() },
    )
    return { preview, answer }
  }
  return { keeper, reviewer, newKind, demands, handsIn, isApproved, holds, entersForShop, orders }
}
