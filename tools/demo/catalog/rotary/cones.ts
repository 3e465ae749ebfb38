import { formatMarkdownList, joinParagraphs } from '#tools/demo/catalog/build.ts'
import type { DemoGoods } from '#tools/demo/catalog/demo-goods-types.ts'
import { buildRollerConeGoods } from './cone.ts'

const sealed = '密封滑动轴承'
const open = '开式滚动轴承'

export const rotaryDrillRollerCones: readonly DemoGoods[] = [
  buildRollerConeGoods({
    diameter: 118,
    width: 92,
    rows: 3,
    teeth: 'insert',
    grams: 4200,
    hardness: [6, 9],
    barrel: 'Φ600–800 mm 牙轮筒钻',
    about: joinParagraphs(
      '小桩径筒钻用的最小号牙轮，入中风化灰岩效率高于截齿。',
      formatMarkdownList('牙掌焊接前预热 200 ℃，焊时用湿布包住密封圈部位。', '空转有卡滞声说明轴承进砂，立即起钻更换。'),
    ),
    table: [
      ['Q', '球齿', sealed, '380.00', 46, 186],
      ['Z', '锥球齿', sealed, '385.00', 46, 142],
      ['QK', '球齿', open, '348.00', 42, 64],
    ],
  }),
  buildRollerConeGoods({
    diameter: 133,
    width: 102,
    rows: 3,
    teeth: 'insert',
    grams: 5600,
    hardness: [6, 10],
    barrel: 'Φ800–1200 mm 牙轮筒钻',
    about: joinParagraphs(
      '桩基嵌岩的常备规格，一只 1 m 筒钻装六到八只。内外交错布置，外圈超出筒壁 15 mm，保证环空排渣。',
      '进尺明显变慢而扭矩不升，多半是齿磨平，测齿高剩三分之一即换。',
    ),
    table: [
      ['Q', '球齿', sealed, '420.00', 48, 264],
      ['Z', '锥球齿', sealed, '428.00', 48, 310],
      ['X', '楔齿', sealed, '428.00', 48, 96],
      ['QK', '球齿', open, '386.00', 44, 0],
    ],
  }),
  buildRollerConeGoods({
    diameter: 137,
    width: 106,
    rows: 3,
    teeth: 'insert',
    grams: 5900,
    hardness: [6, 10],
    barrel: 'Φ1000–1500 mm 牙轮筒钻',
    about:
      '与 133 同焊装尺寸，轴颈加大 4 mm，寿命大约长两成。大扭矩钻机单轮压力控制在 25–30 kN，超压会先伤轴承。多只混装时请同批更换，避免新轮独自受力。',
    table: [
      ['Q', '球齿', sealed, '442.00', 48, 172],
      ['Z', '锥球齿', sealed, '450.00', 48, 208],
      ['X', '楔齿', sealed, '450.00', 48, 20],
    ],
  }),
  buildRollerConeGoods({
    diameter: 152,
    width: 118,
    rows: 3,
    teeth: 'insert',
    grams: 7600,
    hardness: [7, 11],
    barrel: 'Φ1200–1800 mm 牙轮筒钻',
    about:
      '花岗岩、片麻岩嵌岩常用，锥球齿吃入深、球齿更抗崩。每钻 2 m 提钻冲洗一次，岩粉糊满轮面会把滚动变成拖动。轮体表面渗碳层磨穿发亮，即使齿还在也要换。',
    table: [
      ['Q', '球齿', sealed, '520.00', 50, 118],
      ['Z', '锥球齿', sealed, '532.00', 50, 146],
      ['QK', '球齿', open, '476.00', 45, 38],
    ],
  }),
  buildRollerConeGoods({
    diameter: 178,
    width: 136,
    rows: 4,
    teeth: 'insert',
    grams: 11500,
    hardness: [8, 12],
    barrel: 'Φ1500–2200 mm 牙轮筒钻、集束滚刀钻',
    about: joinParagraphs(
      '大桩径硬岩用四排齿牙轮，储油囊补偿压力，深孔 60 m 以内密封可靠。',
      formatMarkdownList('焊装时轮轴线指向桩心，偏差不超过 2°。', '备件按一用一备准备，起钻一次换完。'),
    ),
    table: [
      ['Q', '球齿', sealed, '640.00', 52, 74],
      ['Z', '锥球齿', sealed, '655.00', 52, 88],
      ['X', '楔齿', sealed, '655.00', 52, 7],
    ],
  }),
  buildRollerConeGoods({
    diameter: 194,
    width: 148,
    rows: 4,
    teeth: 'insert',
    grams: 14200,
    hardness: [8, 13],
    barrel: 'Φ1800–2500 mm 牙轮筒钻',
    about:
      '跨海桥梁大桩的硬岩牙轮，轮体加厚，边排齿带保径。硬岩里保持 6–8 r/min，转速过高合金会发蓝退火。与 178 牙掌座孔相同，筒钻改径时垫 8 mm 板即可互换。',
    table: [
      ['Q', '球齿', sealed, '760.00', 54, 0],
      ['Z', '锥球齿', sealed, '778.00', 54, 0],
      ['QB', '球齿（加保径）', sealed, '806.00', 56, 0],
    ],
  }),
  buildRollerConeGoods({
    diameter: 215,
    width: 164,
    rows: 4,
    teeth: 'insert',
    grams: 18500,
    hardness: [9, 14],
    barrel: 'Φ2000–3000 mm 牙轮筒钻、反井钻头',
    about:
      '目录里最大的单牙轮，反井扩孔和大桩全断面钻头都用。单只近 19 kg，吊装孔在牙掌背面，不要用火焰烤密封端。先用 2 r/min 低速磨合十分钟，再逐步加压。',
    table: [
      ['Q', '球齿', sealed, '880.00', 55, 36],
      ['Z', '锥球齿', sealed, '905.00', 55, 28],
      ['QB', '球齿（加保径）', sealed, '980.00', null, 4],
    ],
  }),
  buildRollerConeGoods({
    diameter: 137,
    width: 110,
    rows: 3,
    teeth: 'milled',
    grams: 5700,
    hardness: [3, 6],
    barrel: 'Φ800–1200 mm 牙轮筒钻',
    about:
      '齿与轮体一体铣出，齿高 14 mm，强风化岩和泥质砂岩里进尺快、价格低。齿面堆焊碳化钨，磨掉堆焊层后磨损会突然加快，请在此之前更换。硬岩不适用，遇微风化改镶齿。',
    table: [
      ['X', '铣齿', sealed, '392.00', 44, 92],
      ['XK', '铣齿', open, '356.00', 40, 58],
      ['XB', '铣齿（加保径）', sealed, '418.00', 46, 24],
    ],
  }),
  buildRollerConeGoods({
    diameter: 178,
    width: 140,
    rows: 3,
    teeth: 'milled',
    grams: 11100,
    hardness: [3, 6],
    barrel: 'Φ1500–2200 mm 牙轮筒钻',
    about:
      '大桩径软硬互层用铣齿牙轮，三排宽齿不易糊泥。卵石层里与截齿混装，牙轮碾、截齿刮，卡钻少。停钻超过半天，请提出孔外冲净，防止泥浆固结抱死。',
    table: [
      ['X', '铣齿', sealed, '568.00', 47, 46],
      ['XK', '铣齿', open, '512.00', 42, 0],
      ['XB', '铣齿（加保径）', sealed, '598.00', 49, 18],
    ],
  }),
]
