import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseOrderAmount } from './amounts.ts'
import { parseChatLine } from './chat-line.ts'

const read = (line: string): string => {
  const parsed = parseChatLine(line)
  return parsed.note ? 'note' : parsed.items.map(({ code, quantity }) => `${code} ← ${quantity}`).join(' & ')
}

describe('a line that names an item and its quantity', () => {
  test.each([
    ['KT-U84-22 20', 'KT-U84-22 ← 20'],
    ['ｋｔ－ｗ６－２０：６０', 'kt-w6-20 ← 60'],
    ['BKH47 10支 急用', 'BKH47 ← 10支'],
    ['W6-20 *500', 'W6-20 ← 500'],
    ['来20把u47×19', 'u47×19 ← 20把'],
    ['楔形齿 11.4×18.5 ×50', '楔形齿 11.4×18.5 ← 50'],
    ['楔齿10*16 毛坯 300', '楔齿10*16 毛坯 ← 300'],
    ['齿轮油 200 升桶要1桶', '齿轮油 200 升桶 ← 1桶'],
    ['B47K 50支一箱的 来2箱', 'B47K 50支一箱的 ← 2箱'],
    ['拔齿器 手动20吨 1台', '拔齿器 手动20吨 ← 1台'],
    ['0号柴油三千升 送矿区', '0号柴油 送矿区 ← 三千升'],
    ['斗齿25T 一百', '斗齿25T ← 一百'],
    ['DZ48四个', 'DZ48 ← 四个'],
    ['老板 来10支 U84', 'U84 ← 10支'],
    ['③ U47-22 40支 30.5元', 'U47-22 ← 40支'],
    ['BKH47-25 27.9元×50支', 'BKH47-25 ← 50支'],
    ['2、S150-25 30支', 'S150-25 ← 30支'],
    ['1.2合金珠YG8 六斤', '1.2合金珠YG8 ← 六斤'],
    ['锂基脂 三大桶', '锂基脂 大桶 ← 三大桶'],
    ['U84 20mm和25mm 各10支', 'U84 20mm ← 10支 & U84 25mm ← 10支'],
    ['U85-22、S135-22 各50支', 'U85-22 ← 50支 & S135-22 ← 50支'],
    ['U47、U76截齿 22头 各50支', 'U47 截齿 22头 ← 50支 & U76截齿 22头 ← 50支'],
    ['HT-13刀座 左右各8个 13孔', 'HT-13刀座 左 13孔 ← 8个 & HT-13刀座 右 13孔 ← 8个'],
    ['U84 22mm 100个 W6-20 50', 'U84 22mm ← 100个 & W6-20 ← 50'],
    ['U84 22mm 100个、W6-20 *500、BKH47 10支 急用', 'U84 22mm ← 100个 & W6-20 ← 500 & BKH47 ← 10支'],
    ['W6-20 *500 U84 20支', 'W6-20 ← 500 & U84 ← 20支'],
    ['2#锂基脂 5桶，抗磨液压油 2桶', '2#锂基脂 ← 5桶 & 抗磨液压油 ← 2桶'],
    ['U84 100个，kt-w6-20：60', 'U84 ← 100个 & kt-w6-20 ← 60'],
    ['U84 100个，0号柴油 三千升', 'U84 ← 100个 & 0号柴油 ← 三千升'],
    // One item, with words behind its amount.
    ['U84 22mm 100个 YG8的', 'U84 22mm YG8的 ← 100个'],
    ['BKH47 10支 急用，分两车送', 'BKH47 分两车送 ← 10支'],
    ['B47K 50支一箱的 来2箱，先发', 'B47K 50支一箱的 ← 2箱'],
    ['U84 20支 T38', 'U84 T38 ← 20支'],
    ['截齿 50支 U84 22', '截齿 U84 22 ← 50支'],
    ['螺栓 100套 M16*60', '螺栓 M16*60 ← 100套'],
    ['钎头 20个 R32 45', '钎头 R32 45 ← 20个'],
    ['钻杆 5根 T38 3.05', '钻杆 T38 3.05 ← 5根'],
    ['U84 22mm 100个，单价 25', 'U84 22mm 单价 25 ← 100个'],
    ['截齿 100支，柄径 30', '截齿 柄径 30 ← 100支'],
    ['截齿 100支，头径 22', '截齿 头径 22 ← 100支'],
    ['截齿 100支，直径 30', '截齿 直径 30 ← 100支'],
    ['截齿 100支，规格 U84', '截齿 规格 U84 ← 100支'],
    ['截齿 100支，规格 30', '截齿 规格 30 ← 100支'],
    ['截齿 100支，预算 5000', '截齿 预算 5000 ← 100支'],
    ['截齿 100支，库存还剩 20', '截齿 库存还剩 20 ← 100支'],
    ['截齿 100支，库存还剩 20支', '截齿 库存还剩 20支 ← 100支'],
    ['U84 100个 EX200 2台用', 'U84 EX200 2台用 ← 100个'],
    ['一箱50个 U84 3箱', '一箱50个 U84 ← 3箱'],
    ['拔齿器 1台 QL20 20吨', '拔齿器 QL20 20吨 ← 1台'],
    ['Φ10球齿 500', 'Φ10球齿 ← 500'],
    ['2#锂基脂 5桶', '2#锂基脂 ← 5桶'],
    ['kt-w6-20：60', 'kt-w6-20 ← 60'],
    ['U84 22mm 100个', 'U84 22mm ← 100个'],
    ['KT-U84-22', 'KT-U84-22 ← '],
    ['x 1', 'x ← 1'],
    ['KT-V20-X五十个', 'KT-V20-X ← 五十个'],
    ['KT-V20-X 50', 'KT-V20-X ← 50'],
    ['kt-hs221-30x 十五公斤', 'kt-hs221-30x ← 十五公斤'],
    ['v20x两个', 'v20x ← 两个'],
    ['U84x20', 'U84 ← 20'],
    ['U84 x 20支', 'U84 ← 20支'],
    ['S120-19B 俩箱', 'S120-19B ← 两箱'],
    ['U84 俩', 'U84 ← 两个'],
    ['U84 廿五支', 'U84 ← 廿五支'],
    ['V19 2十个', 'V19 ← 2十个'],
    ['U84 1百5十支', 'U84 ← 1百5十支'],
    ['HT20-S 20~30个', 'HT20-S ← 20~30个'],
    ['HT20-S 20 或 30个', 'HT20-S ← 20 或 30个'],
  ])('%s', (line, expected) => expect(read(line)).toBe(expected))
})

test.each([
  '老板好',
  '在吗',
  '先这些，谢谢',
  '2026-12-08前送到',
  '周三下午3点来拉货',
  '送到沁水县胡底乡3号井材料库',
  '收货人 王师傅 13800138000',
  '一共860支，分两车拉',
  '合计：75,489元',
  '税号 91140500MA0K84220X',
  '上次那批U84用着不错',
  '两台车来拉',
  '开13个点的票',
])('%s is read as a note and not as an item', (line) => expect(read(line)).toBe('note'))

test.each<[string, number | undefined, string]>([
  ['20', 20, ''],
  ['１，２００个', 1_200, '个'],
  ['两箱', 2, '箱'],
  ['一箱半', 1.5, '箱'],
  ['半吨', 0.5, '吨'],
  ['3千升', 3_000, '升'],
  ['二十千克', 20, '千克'],
  ['20pcs', 20, '个'],
  ['廿五支', 25, '支'],
  ['2十支', 20, '支'],
  ['1百5十支', 150, '支'],
  ['1万2千升', 12_000, '升'],
  ['1万2000升', undefined, ''],
  ['十两', undefined, ''],
  ['20~30个', undefined, ''],
  ['两三支', undefined, ''],
  ['-5', undefined, ''],
  ['1e3', undefined, ''],
  ['0', undefined, ''],
])('%s is parsed as the quantity %o with unit %s', (text, number, unit) =>
  expect(parseOrderAmount(text)).toEqual(number === undefined ? undefined : { number, unit }),
)

test('the parsed item of any line is short, is part of the line, and parses to itself again', () => {
  const words = fc.constantFrom('U84', 'KT-W6-20', '截齿', '20支', '两箱', '×50', '22mm', '各', '、', ' ', '1.', '老板', '30元', '桶', '和')
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(words, { maxLength: 12 }).map((parts) => parts.join('')),
        fc.string({ unit: 'binary', maxLength: 80 }),
      ),
      (line) => {
        const parsed = parseChatLine(line)
        if (parsed.note) return
        expect(parsed.items.length).toBeGreaterThan(0)
        for (const { code, quantity } of parsed.items) {
          expect(code.trim()).toBe(code)
          if (quantity !== '')
            expect(line.normalize('NFKC').replace(/\s+/g, ' ').replace(/俩/g, '两个').replace(/仨/g, '三个')).toContain(quantity)
        }
      },
    ),
    { numRuns: 500 },
  )
})
