// Lines that are no order: addresses, telephone numbers, days, totals, greetings.
import { type SeededRandom, shuffle } from '#bench/search-lists/generator/choices.ts'
import { type ChatLine, NOTE_INSTEAD_OF_SKU, type RowGeneratorRule } from '#bench/search-lists/generator/rows.ts'

const PLACES = [
  '山西长治襄垣县夏店镇',
  '陕西榆林神木大柳塔',
  '河南平顶山石龙区',
  '贵州盘州红果开发区',
  '新疆哈密三塘湖矿区',
  '河北唐山丰润区银城铺',
]
const PERSONS = ['李主任', '张师傅', '刘工']
const DAYS = ['今天', '明天', '后天', '周五', '下周一', '月底']
const REQUESTS = ['能到吗', '上午要用', '来提货', '必须发走']
const OTHERS = [
  '2026-12-08前送到',
  '12.10日到货就行',
  '12月3日下午2点装车',
  '老板好',
  '收到请回复',
  '先这些，谢谢',
  '价格给优惠点',
  '要带合格证和质检单',
]

function makeNotes(random: SeededRandom): ChatLine[] {
  const texts = [
    ...PLACES.map((place) => `送到${place}${random.below(90) + 10}号`),
    ...PERSONS.map((person) => `联系人${person} 139${String(random.below(1e8)).padStart(8, '0')}`),
    ...shuffle(random, DAYS)
      .slice(0, 3)
      .map((day) => `${day}${random.pick(REQUESTS)}`),
    `合计：${(1_000 + random.below(90_000)).toLocaleString('en-US')}元`,
    `总共${random.below(20) + 5}样`,
    `总计 ${random.below(900) + 100} 支`,
    ...OTHERS,
  ]
  return shuffle(random, texts).map((text) => ({ text, sku: NOTE_INSTEAD_OF_SKU, quantity: '', mustAsk: false }))
}

export const chatNoteGeneratorRules: readonly RowGeneratorRule<ChatLine>[] = [{ kind: 'note', quota: 14, make: makeNotes }]
