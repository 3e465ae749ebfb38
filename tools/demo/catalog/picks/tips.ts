import { buildCarbideTipGoods } from '#tools/demo/catalog/carbide/tip.ts'
import type { DemoGoods } from '#tools/demo/catalog/demo-goods-types.ts'

const category = '截齿'

export const pickTips: readonly DemoGoods[] = [
  buildCarbideTipGoods({
    slug: 'tip-pick-cone',
    category,
    name: '采煤截齿锥形合金头',
    use: 'U82、U84、S150 等采煤截齿修复与制造',
    braze: '铜锌钎料 H62 或 105 焊片',
    shape: 'cone',
    size: [22, 30, 16, 7],
    hardness: [2, 6],
    about:
      '供截齿厂和矿上机修车间焊装，柄部倒角 1 × 45°，便于入孔定心。齿体孔比合金大 0.20–0.30 mm，缝隙均匀钎料才能上满。焊后 300 ℃ 保温两小时再随炉冷却。',
    table: [
      ['JT-22Z', 22, 30, 'YG13C', '20.40', 47, 8600],
      ['JT-20Z', 20, 28, 'YG11C', '15.80', 47, 6200],
      ['JT-25Z', 25, 34, 'YG13C', '29.60', 49, 2400],
      ['JT-22Z11', 22, 30, 'YG11C', '19.80', 47, 3600],
    ],
  }),
  buildCarbideTipGoods({
    slug: 'tip-pick-cap',
    category,
    name: '掘进与旋挖截齿蘑菇形合金头',
    use: 'U76、U85、B47K、BKH47 等截齿',
    braze: '银铜钎料 BAg-20 或 105 焊片',
    shape: 'cap',
    size: [25, 30, 9, 6],
    hardness: [3, 8],
    about:
      '帽檐盖住钎焊缝，岩渣不直接冲刷焊层，适合磨蚀性强的砂岩。帽檐与齿体之间留 0.3 mm 垫隙，不要让帽檐单边顶死。高频焊升温要慢，红透后保持六秒再降温，可避免微裂纹。',
    table: [
      ['JT-25M', 25, 30, 'YG13C', '18.40', 50, 5200],
      ['JT-22M', 22, 26, 'YG13C', '12.40', 50, 4800],
      ['JT-28M', 28, 34, 'YG15C', '26.80', 53, 860],
      ['JT-19M', 19, 23, 'YG8C', '8.80', 44, 3900, 20],
    ],
  }),
  buildCarbideTipGoods({
    slug: 'tip-pick-ballistic',
    category,
    name: '硬岩截齿弹头形合金头',
    use: 'S200、U170、BTK03 等硬岩截齿',
    braze: '银铜钎料 BAg-20',
    shape: 'ballistic',
    size: [30, 46, 22, 5],
    hardness: [6, 10],
    about:
      '弹头曲面把侧向力传到柄部，断头率比锥形低。粗颗粒 YG15C、YG20C 用于花岗岩，切削速度应降到 2 m/s 以下。出厂逐件超声检查，附批次号，便于追溯。',
    table: [
      ['JT-30D', 30, 46, 'YG15C', '54.00', 54, 1280],
      ['JT-35D', 35, 52, 'YG15C', '83.00', 56, 320],
      ['JT-30D20', 30, 46, 'YG20C', '56.80', 58, 14],
      ['JT-22D', 22, 28, 'YG13C', '17.80', 50, 0],
    ],
  }),
]
