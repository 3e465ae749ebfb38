import { buildDemoSkus, parseDemoParameterRows } from '#tools/demo/catalog/build.ts'
import type { DemoGoods } from '#tools/demo/catalog/demo-goods-types.ts'

const welding = { category: '工具与附件', sub: '焊接材料', unit: '公斤', hardness: null } as const

export const weldingRods: readonly DemoGoods[] = [
  {
    ...welding,
    slug: 'rod-d707',
    name: 'D707 碳化钨堆焊焊条',
    spec: 'Φ4.0 × 350 mm · 堆焊 HRC ≥ 60',
    parameters: parseDemoParameterRows(
      '型号 D707',
      '直径 3.2 / 4.0 / 5.0 mm',
      '长度 350 mm',
      '堆焊硬度 HRC ≥ 60',
      '电流 Φ4.0：120–160 A 直流反接',
      '包装 5 公斤纸筒',
    ),
    description:
      '齿座、叶片、筒口堆耐磨层用，焊层里是碳化钨颗粒。焊前 250 ℃ 烘干一小时，工件预热 200 ℃。只堆两层，再厚易剥落；需要补形先用普通焊条打底。',
    picture: { form: 'welding-rod', numbers: { diameter: 4, length: 350, count: 14, coat: 'grey' } },
    skus: buildDemoSkus(
      ['直径', '包装'],
      [
        ['D707-40', ['4.0 mm', '5 公斤筒'], '148.00', 47, 620, 1000, 5],
        ['D707-32', ['3.2 mm', '5 公斤筒'], '152.00', 47, 380, 1000, 5],
        ['D707-50', ['5.0 mm', '5 公斤筒'], '146.00', 47, 240, 1000, 5],
      ],
    ),
  },
  {
    ...welding,
    slug: 'rod-j506',
    name: 'J506 结构钢焊条',
    spec: 'Φ4.0 × 400 mm · 低氢钾型',
    parameters: parseDemoParameterRows(
      '型号 J506（E5016）',
      '直径 3.2 / 4.0 / 5.0 mm',
      '长度 400 mm',
      '抗拉强度 ≥ 490 MPa',
      '电流 Φ4.0：160–210 A 交直流两用',
      '烘干 350 ℃ 1 小时',
      '包装 5 公斤盒、20 公斤箱',
    ),
    description:
      '焊齿座、牙轮掌座用的低氢焊条，抗裂好，交直流都能焊。烘干后放 100 ℃ 保温筒随用随取，受潮焊缝会出气孔。多层焊时每层清渣，收弧填满弧坑。',
    picture: { form: 'welding-rod', numbers: { diameter: 4, length: 400, count: 16, coat: 'brown' } },
    skus: buildDemoSkus(
      ['直径', '包装'],
      [
        ['J506-40', ['4.0 mm', '5 公斤盒'], '8.60', 35, 4_800, 1000, 5],
        ['J506-32', ['3.2 mm', '5 公斤盒'], '8.90', 35, 3_600, 1000, 5],
        ['J506-40B', ['4.0 mm', '20 公斤箱'], '8.20', 33, 6_000, 1000, 20],
        ['J506-50', ['5.0 mm', '5 公斤盒'], '8.60', 35, 0, 1000, 5],
      ],
    ),
  },
  {
    ...welding,
    slug: 'rod-composite',
    name: 'YD 硬质合金复合焊条',
    spec: 'Φ8 × 280 mm · 颗粒 3–5 mm',
    parameters: parseDemoParameterRows(
      '型号 YD',
      '规格 Φ8 × 280 mm',
      '合金颗粒 1.6–8 mm，含量 65 %',
      '胎体 铜镍锌合金',
      '施焊 氧乙炔中性焰',
      '胎体硬度 HB 160–190',
    ),
    description:
      '破碎合金颗粒与铜镍锌胎体结成的气焊条，用于铣鞋、筒口和刮刀修补。火焰加热母材至暗红再熔条，颗粒用焊条尖摆匀露尖。母材须先镀一层胎体打底，结合才牢。',
    picture: { form: 'welding-rod', numbers: { diameter: 8, length: 280, count: 8, coat: 'copper' } },
    skus: buildDemoSkus(
      ['颗粒', '包装'],
      [
        ['YD-35', ['3–5 mm', '1 公斤'], '286.00', 52, 260, 1000],
        ['YD-23', ['1.6–3 mm', '1 公斤'], '282.00', 52, 180, 1000],
        ['YD-58', ['5–8 mm', '1 公斤'], '290.00', 52, 10, 1000],
      ],
    ),
  },
  {
    ...welding,
    slug: 'rod-hs221',
    name: 'HS221 锡黄铜钎料丝',
    spec: 'Φ3.0 × 1000 mm · 熔点 890 ℃',
    parameters: parseDemoParameterRows(
      '型号 HS221',
      '直径 2.0 / 3.0 mm',
      '长度 1000 mm',
      '熔化温度 880–890 ℃',
      '钎剂 QJ301 或硼砂',
      '包装 5 公斤筒',
    ),
    description:
      '合金刀头与钢基体钎焊用的铜基料，流动性好，颜色近似黄铜。接头先除油喷砂，配硼砂钎剂，火焰保持微氧化焰。过热会冒白烟，说明锌在挥发，焊缝会发脆。',
    picture: { form: 'welding-rod', numbers: { diameter: 3, length: 1000, count: 12, coat: 'copper' } },
    skus: buildDemoSkus(
      ['直径', '包装'],
      [
        ['HS221-30', ['3.0 mm', '5 公斤筒'], '82.00', 44, 480, 1000, 5],
        ['HS221-20', ['2.0 mm', '5 公斤筒'], '86.00', 44, 220, 1000, 5],
        ['HS221-30X', ['3.0 mm', '1 公斤散装'], '88.00', null, 60, 1000],
      ],
    ),
  },
]
