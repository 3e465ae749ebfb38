import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { drawSampleDocument } from '#server/platform/testing/identity-documents.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'
import { MAIN } from './people.ts'
import { logInDemoMember, logInDemoStaff, type StoryContext } from './story-context.ts'

const KIND = '危险化学品经营许可证'
const RESTRICTED = ['散装柴油', '桶装柴油', '吨桶柴油']
const OIL_SHOP = '岩锋油料'
const VALID_DAYS = 500

/** Diesel demands a licence of its shop and of its buyer. The shop and the mine have one, the tunnel company does not. */
export async function addLicences(stage: StoryContext): Promise<void> {
  const { consoleLicence, consoleCategory, consoleShop } = (await logInDemoStaff(stage)).api
  const { kindId } = await consoleLicence.saveKind({
    name: KIND,
    ofShop: true,
    ofBuyer: true,
    note: '由县级以上应急管理部门颁发，许可范围含柴油；自用储存的，提交成品油储存备案证明',
  })
  const validUntil = addDays(toShanghaiDay(stage.clock.now), VALID_DAYS)
  const { dataList: shops } = await consoleShop.list({ keyword: OIL_SHOP })
  const picture = toBlob(await drawSampleDocument('licence'))
  for (const { shopId } of shops)
    await consoleLicence.saveOfShop({ shopId, kindId, licenceNo: '粤深危化经字[2025]0086', validUntil }, { file: picture })
  for (const category of (await consoleCategory.list({})).flatMap(({ children }) => children)) {
    const { categoryId, name, shown, pictureId, taxClass, rowVersion } = category
    if (RESTRICTED.includes(name))
      await consoleCategory.save({ categoryId, name, shown, pictureId, taxClass, rowVersion, licenceKindIds: [kindId] })
  }
  const lin = await logInDemoMember(stage, MAIN)
  const { fileId } = await lin.api.files.uploadImage({ purpose: 'tradeLicence', consent: true }, { file: picture })
  const { id } = await lin.api.licence.submit({ kindId, licenceNo: '粤清危化经字[2025]0217', validUntil, fileId })
  const { dataList: waiting } = await consoleLicence.list({ licenceState: 'pending' })
  for (const { enterpriseId, id: one } of waiting.filter((row) => row.id === id)) {
    await consoleLicence.claim({ enterpriseId, id: one })
    await consoleLicence.approve({ enterpriseId, id: one })
  }
}
