import { readFileSync } from 'node:fs'
import path from 'node:path'
import { computeShareOfAmount, type Fen, fromYuan } from '#contract/platform/core/money.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'
import { PICTURES_FOLDER } from './demo-pictures.ts'
import { MAIN } from './people.ts'
import { advanceDemoStoryClockByHours, logInDemoMember, logInDemoStaff, type StoryContext } from './story-context.ts'
import { searchSkuByCode } from './trade.ts'

/** Uploads the dimension drawing of goods, as a buyer would show what he means. */
async function uploadDrawing(member: TestUser, goods: string): Promise<string> {
  const file = readFileSync(path.join(PICTURES_FOLDER, goods, 'drawing-960.webp'))
  return (await member.api.files.uploadImage({ purpose: 'drawing' }, { file: toBlob(file, 'image/webp') })).fileId
}

/** A line that names a SKU and nothing in words. */
const NO_WORDS = { name: '', spec: '', unit: '', note: '' }

/**
 * The main enterprise has asked twice for prices: one request was answered, with a part that is not in the catalog and not offered, and a
 * line that holds for fewer days than the offer; the other waits for staff. Both show a drawing. The clock goes forward by an hour.
 */
export async function createDemoQuotations(stage: StoryContext, enterpriseId: string): Promise<void> {
  const lin = await logInDemoMember(stage, MAIN)
  const skuIdOf = async (code: string) => (await searchSkuByCode(lin, code)).skuId
  const [teeth, pads, picks] = [await skuIdOf('KT-W6-20'), await skuIdOf('KT-B85HD'), await skuIdOf('KT-U84-22')]
  const { id } = await lin.api.quotation.create({
    title: '铣刨机年度备件',
    remark: '分两批送到英红镇二矿',
    lines: [
      { ...NO_WORDS, skuId: teeth, goodsNum: 3_000, wishedPrice: fromYuan(15) },
      { name: '铣刨鼓端环', spec: '维特根 W 200', unit: '件', goodsNum: 2, note: '尺寸见图纸' },
      { ...NO_WORDS, skuId: picks, goodsNum: 500 },
    ],
    drawings: [{ fileId: await uploadDrawing(lin, 'milling-w6-20'), name: '现用铣刨刀头尺寸.png', lineNo: 1 }],
  })
  const staff = await logInDemoStaff(stage)
  const { rowVersion } = await staff.api.consoleQuotation.detail({ enterpriseId, id })
  const now = await staff.api.consoleQuotation.skus({ enterpriseId, skuIds: [teeth, picks] })
  const lower = (price: Fen | null | undefined) => computeShareOfAmount(price ?? fromYuan(20), 9_500)
  const offer = (lineNo: number, skuId: string, leadDays: number) => {
    const known = now.find((sku) => sku.skuId === skuId)
    const prices = { salePrice: lower(known?.salePrice), creditPrice: lower(known?.creditPrice) }
    return Object.assign({ lineNo, outcome: 'OFFERED' as const, skuId, leadDays, note: '' }, prices)
  }
  await staff.api.consoleQuotation.quote({
    enterpriseId,
    id,
    rowVersion,
    note: '首批 1500 支三天内发出，其余按您的通知',
    lines: [
      offer(1, teeth, 3),
      { lineNo: 2, outcome: 'NOT_OFFERED', note: '原厂停产，建议改用整鼓' },
      Object.assign(offer(3, picks, 1), { validDays: 5, note: '合金涨价前的库存，过期重新报价' }),
    ],
  })
  advanceDemoStoryClockByHours(stage, 1)
  await lin.api.quotation.create({
    title: '三号井大修',
    lines: [{ ...NO_WORDS, skuId: pads, goodsNum: 800, wishedPrice: fromYuan(60), note: '能否一周内到货' }],
    drawings: [{ fileId: await uploadDrawing(lin, 'core-tooth-b85hd'), name: 'B85HD 安装尺寸.png' }],
  })
}
