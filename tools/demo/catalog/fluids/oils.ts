import { buildDemoSkus, parseDemoParameterRows } from '#tools/demo/catalog/build.ts'
import type { DemoGoods } from '#tools/demo/catalog/demo-goods-types.ts'

const oil = { category: '润滑与切削液', sub: '液压与齿轮油', unit: '桶', hardness: null } as const

export const oils: readonly DemoGoods[] = [
  {
    ...oil,
    slug: 'hydraulic-oil-hm46',
    name: 'L-HM 46 抗磨液压油',
    spec: '黏度 46 · 200 升桶',
    parameters: parseDemoParameterRows(
      '牌号 L-HM 46',
      '执行标准 GB 11118.1',
      '运动黏度 41.4–50.6 mm²/s（40 ℃）',
      '倾点 ≤ −15 ℃',
      '闪点（开口） ≥ 185 ℃',
      '清洁度 NAS 8 级',
      '适用 掘进机、液压支架泵站外设备、旋挖钻',
    ),
    description:
      '旋挖钻、挖掘机、掘进机液压系统用油，夏季 46 号，北方冬季改 32 号。加油必须过 10 µm 滤车，新油桶内也有水杂。油温长期超过 70 ℃ 时氧化加倍，请先查冷却器再换油。',
    picture: { form: 'diesel-drum', numbers: { litres: 200, colour: 'red', label: 'L-HM 46 液压油' } },
    skus: buildDemoSkus(
      ['黏度', '包装'],
      [
        ['HM46-200', ['46', '200 升桶'], '2360.00', 43, 68, 192_000],
        ['HM46-18', ['46', '18 升桶'], '248.00', 45, 240, 16_800],
        ['HM32-200', ['32', '200 升桶'], '2340.00', 43, 32, 191_000],
        ['HM68-200', ['68', '200 升桶'], '2390.00', 43, 0, 193_000],
      ],
    ),
  },
  {
    ...oil,
    slug: 'gear-oil-ckd220',
    name: 'L-CKD 220 重负荷工业齿轮油',
    spec: '黏度 220 · 200 升桶',
    parameters: parseDemoParameterRows(
      '牌号 L-CKD 220',
      '执行标准 GB 5903',
      '运动黏度 198–242 mm²/s（40 ℃）',
      '倾点 ≤ −9 ℃',
      '闪点（开口） ≥ 200 ℃',
      '承载能力 FZG ≥ 12 级',
    ),
    description:
      '采煤机摇臂、刮板机减速器用重负荷齿轮油。首次换油 300 小时，之后每 2,500 小时一次，放油时趁热。油面过高会搅油发热，以油窗中线为准。',
    picture: { form: 'diesel-drum', numbers: { litres: 200, colour: 'yellow', label: 'L-CKD 220 齿轮油' } },
    skus: buildDemoSkus(
      ['黏度', '包装'],
      [
        ['CKD220-200', ['220', '200 升桶'], '2680.00', 45, 44, 196_000],
        ['CKD220-18', ['220', '18 升桶'], '278.00', 47, 136, 17_200],
        ['CKD320-200', ['320', '200 升桶'], '2720.00', 45, 18, 197_000],
      ],
    ),
  },
  {
    ...oil,
    slug: 'engine-oil-15w40',
    name: 'CI-4 15W-40 柴油机油',
    spec: 'CI-4 · 15W-40 · 18 升桶',
    parameters: parseDemoParameterRows(
      '质量等级 CI-4',
      '黏度等级 15W-40',
      '执行标准 GB 11122',
      '倾点 ≤ −27 ℃',
      '碱值 ≥ 10 mg KOH/g',
      '换油周期 250–350 小时',
    ),
    description:
      '国三、国四工程机械柴油机用油，粉尘大的矿区换油周期按 250 小时。热机放油、同步换机滤，新滤芯先灌油再装。气温低于 −15 ℃ 请改用 10W-30。',
    picture: { form: 'fluid-can', numbers: { litres: 18, colour: 'blue', label: '15W-40 柴机油' } },
    skus: buildDemoSkus(
      ['黏度', '包装'],
      [
        ['CI4-18', ['15W-40', '18 升桶'], '328.00', 46, 310, 16_700],
        ['CI4-4', ['15W-40', '4 升壶'], '82.00', 46, 520, 3_800],
        ['CI4-200', ['15W-40', '200 升桶'], '3260.00', 44, 22, 193_000],
        ['CI4-18W', ['10W-30', '18 升桶'], '346.00', 48, 7, 16_600],
      ],
    ),
  },
  {
    ...oil,
    slug: 'rock-drill-oil',
    name: '凿岩机油 100#',
    spec: '黏度 100 · 抗水黏附 · 20 升桶',
    parameters: parseDemoParameterRows(
      '牌号 100#',
      '运动黏度 90–110 mm²/s（40 ℃）',
      '倾点 ≤ −18 ℃',
      '抗乳化 可与水成雾，黏附壁面',
      '适用 气动凿岩机、潜孔冲击器',
      '耗油 冲击器 0.5–1.5 升/小时',
    ),
    description:
      '风动凿岩机和潜孔冲击器靠油雾器供油，本品遇水不冲走，缸壁始终有油膜。钻头排气口有薄油膜为合适，干净说明缺油，滴油说明过量。气温低于 0 ℃ 时改用 46#，油雾才能打开。',
    picture: { form: 'fluid-can', numbers: { litres: 20, colour: 'grey', label: '凿岩机油 100#' } },
    skus: buildDemoSkus(
      ['黏度', '包装'],
      [
        ['ZY100-20', ['100', '20 升桶'], '316.00', 47, 148, 18_400],
        ['ZY46-20', ['46', '20 升桶'], '308.00', 47, 86, 18_200],
        ['ZY100-200', ['100', '200 升桶'], '2860.00', 45, 16, 194_000],
      ],
    ),
  },
]
