import { buildDemoSkus, joinParagraphs, parseDemoParameterRows } from '#tools/demo/catalog/build.ts'
import type { DemoGoods } from '#tools/demo/catalog/demo-goods-types.ts'

const common = { category: '旋挖牙轮', sub: '筒钻齿', unit: '个' } as const

export const coreBarrelTeeth: readonly DemoGoods[] = [
  {
    ...common,
    slug: 'core-tooth-ws39',
    name: 'WS39 筒钻块齿',
    spec: '39 × 40 × 110 mm · 镶 2 片合金',
    parameters: parseDemoParameterRows(
      '型号 WS39',
      '外形 110 × 40 × 39 mm',
      '材质 42CrMo · HRC 38–42',
      '合金牌号 YG11C / YG13C',
      '合金硬度 YG11C ≥ 86.5 · YG13C ≥ 86.0 HRA',
      '固定方式 螺栓 M16，座焊于筒壁',
      '适用 全套管钻机、筒钻靴口',
    ),
    description: joinParagraphs(
      '全套管和筒钻靴口用的可拆块齿，切混凝土、孤石和咬合桩。左、右、直三种切向配成一圈，直齿切缝，左右齿扩槽。',
      '螺栓扭矩 210 N·m，切到钢筋笼后逐个复紧。',
    ),
    hardness: [4, 8],
    picture: { form: 'core-barrel-tooth', numbers: { width: 40, thickness: 39, length: 110, tips: 2, mount: 'bolt' } },
    skus: buildDemoSkus(
      ['切向', '合金牌号'],
      [
        ['WS39-Z', ['直', 'YG11C'], '92.00', 47, 860, 1240],
        ['WS39-L', ['左', 'YG11C'], '94.00', 47, 540, 1220],
        ['WS39-R', ['右', 'YG11C'], '94.00', 47, 520, 1220],
        ['WS39-Z13', ['直', 'YG13C'], '97.50', 49, 140, 1240],
      ],
    ),
  },
  {
    ...common,
    slug: 'core-tooth-fjh',
    name: 'FJH 筒钻焊接块齿',
    spec: '50 × 45 × 96 mm · 镶 3 片合金',
    parameters: parseDemoParameterRows(
      '型号 FJH',
      '外形 96 × 50 × 45 mm',
      '材质 35CrMo · HRC 34–38',
      '合金牌号 YG13C',
      '合金硬度 ≥ 86.0 HRA',
      '固定方式 直接焊于筒口',
      '适用 岩石筒钻、取芯筒',
    ),
    description: joinParagraphs(
      '直接焊在筒口，没有座、环空小，取芯完整。焊前在筒口气割定位槽，齿露出 35 mm，前倾 10°。',
      '微风化花岗岩里按齿距 90 mm 布置，进尺稳定后不要频繁加减压。',
    ),
    hardness: [6, 10],
    picture: { form: 'core-barrel-tooth', numbers: { width: 50, thickness: 45, length: 96, tips: 3, mount: 'weld' } },
    skus: buildDemoSkus(
      ['切向', '合金片'],
      [
        ['FJH-Z', ['直', '3 片'], '78.00', 49, 720, 1480],
        ['FJH-L', ['左', '3 片'], '79.50', 49, 380, 1460],
        ['FJH-R', ['右', '3 片'], '79.50', 49, 5, 1460],
        ['FJH-Z2', ['直', '2 片'], '66.00', 47, 460, 1420],
      ],
    ),
  },
  {
    ...common,
    slug: 'core-tooth-b85hd',
    name: 'B85HD 重载筒钻齿',
    spec: '48 × 52 × 128 mm · 销轴 Φ16',
    parameters: parseDemoParameterRows(
      '型号 B85HD',
      '外形 128 × 52 × 48 mm',
      '材质 42CrMo · HRC 42–46',
      '合金牌号 YG13C / YG15C',
      '合金硬度 YG13C ≥ 86.0 · YG15C ≥ 85.0 HRA',
      '固定方式 销轴 Φ16',
      '适用 大扭矩嵌岩筒钻',
      '适配齿座 B85 销式块齿座',
    ),
    description: joinParagraphs(
      '销轴快换，孔口换一圈齿约二十分钟。四片合金双排排列，前排碎岩、后排修壁，孔壁更光。',
      '扭矩超过 360 kN·m 的钻机请选 YG15C，能少崩片。',
    ),
    hardness: [7, 11],
    picture: { form: 'core-barrel-tooth', numbers: { width: 52, thickness: 48, length: 128, tips: 4, mount: 'pin' } },
    skus: buildDemoSkus(
      ['合金牌号', '配件'],
      [
        ['B85HD', ['YG13C', '单齿'], '128.00', 51, 310, 2180],
        ['B85HD-X', ['YG13C', '含销轴'], '139.00', 51, 240, 2460],
        ['B85HD-15', ['YG15C', '单齿'], '136.00', 53, 0, 2180],
      ],
    ),
  },
]
