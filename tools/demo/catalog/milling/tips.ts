import { buildCarbideTipGoods } from '#tools/demo/catalog/carbide/tip.ts'
import type { DemoGoods } from '#tools/demo/catalog/demo-goods-types.ts'

const category = '铣刨齿'

export const millingTips: readonly DemoGoods[] = [
  buildCarbideTipGoods({
    slug: 'tip-milling-cap',
    category,
    name: '铣刨齿帽形合金头',
    use: 'W6-20、W7-20、W8-22 等铣刨齿',
    braze: '铜基钎料 105 焊片，Φ0.8 焊环',
    shape: 'cap',
    size: [19, 24, 8, 8],
    hardness: [3, 7],
    about:
      '底面带四个凸点，钎料层厚度自动保证在 0.2 mm。适合自动高频焊线，整盒托盘供货，可直接上料。沥青面层用 YG11C，水泥面层用 YG13C 以上。',
    table: [
      ['XT-19', 19, 24, 'YG13C', '8.60', 46, 12000, 50],
      ['XT-17', 17, 22, 'YG11C', '6.40', 44, 18000, 50],
      ['XT-21', 21, 27, 'YG15C', '11.80', 49, 3600, 50],
      ['XT-16', 16, 20, 'YG8', '5.30', 42, 0, 50],
    ],
  }),
  buildCarbideTipGoods({
    slug: 'tip-milling-ballistic',
    category,
    name: '再生齿弹头合金头',
    use: 'ZS-22、WD-25 再生与拌和齿',
    braze: '铜锌钎料 H62',
    shape: 'ballistic',
    size: [20, 30, 14, 6],
    hardness: [2, 5],
    about:
      '再生转子转速高、料硬软不均，弹头形比帽形更耐侧冲。埋深 16 mm，露头 14 mm，焊后不要水冷。旧齿体复焊前先量孔径，扩到 20.6 mm 以上就不宜再用。',
    table: [
      ['XT-20D', 20, 30, 'YG13C', '16.20', 47, 4200, 20],
      ['XT-22D', 22, 32, 'YG13C', '20.80', 47, 2600, 20],
      ['XT-20D8', 20, 30, 'YG8C', '15.60', 45, 1400, 20],
    ],
  }),
]
