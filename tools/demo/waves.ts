import { logInDemoStaff, type StoryContext } from './story-context.ts'
import { searchSkuByCode } from './trade.ts'

const bins = [
  ['KT-U84-22', 'A-01-2'],
  ['KT-W6-20', 'A-02-1'],
  ['KT-DZ38-45', 'B-03-4'],
] as const

/** The warehouse knows where its goods lie, and picks what waits as a wave. */
export async function createDemoWave(stage: StoryContext): Promise<void> {
  const staff = await logInDemoStaff(stage)
  for (const [code, bin] of bins) {
    const { skuId } = await searchSkuByCode(staff, code)
    await staff.api.consoleStock.setBin({ skuId, bin, rowVersion: 0 })
  }
  await staff.api.consoleWave.create({ count: 2, carrier: '德邦快递' })
}
