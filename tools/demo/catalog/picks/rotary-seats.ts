import { joinParagraphs } from '#tools/demo/catalog/build.ts'
import type { DemoGoods } from '#tools/demo/catalog/demo-goods-types.ts'
import { buildToothSeatGoods } from '#tools/demo/catalog/seat.ts'

const category = '截齿'

export const rotaryPickSeats: readonly DemoGoods[] = [
  buildToothSeatGoods({
    slug: 'seat-c31',
    category,
    model: 'C31',
    name: 'C31 旋挖齿座',
    form: 'seat-weld',
    size: [30, 56, 62, 72, 40],
    spec: '35CrMo 精铸',
    material: '35CrMo 精密铸造 · HRC 30–34',
    fixing: '四周满焊',
    fits: 'B47K、BKH47、C31HD',
    about: joinParagraphs(
      '捞砂斗、筒钻补座最常用的 30 mm 座，背面带退齿孔，用冲子即可退齿。焊装角度以齿尖指向切削圆切线为准，前角 40° 上下。',
      '黏土层可把角度放到 45°，齿少糊泥；入岩改回 40°。',
    ),
    labels: ['角度', '包装'],
    table: [
      ['C31-40', ['40°', '单个'], '46.00', 42, 3260, 0],
      ['C31-45', ['45°', '单个'], '46.00', 42, 2140, 0],
      ['C31-40B', ['40°', '20 个一箱'], '44.50', 38, 2000, 0, 20],
    ],
  }),
  buildToothSeatGoods({
    slug: 'seat-c21',
    category,
    model: 'C21',
    name: 'C21 旋挖齿座',
    form: 'seat-weld',
    size: [25, 46, 52, 62, 40],
    spec: '35CrMo 精铸',
    material: '35CrMo 精密铸造 · HRC 30–34',
    fixing: '四周满焊',
    fits: 'C23HD、BTK03、BTK01',
    about: joinParagraphs(
      '25 mm 柄小号座，用于开沟机链板和小桩径钻头。链板薄，焊接电流控制在 140 A 以内，断续焊防变形。',
      '座底可按弧面打磨贴合，打磨量不要超过 4 mm。',
    ),
    labels: ['角度', '包装'],
    table: [
      ['C21-40', ['40°', '单个'], '38.00', 41, 2480, 0],
      ['C21-45', ['45°', '单个'], '38.00', 41, 12, 0],
      ['C21-40B', ['40°', '20 个一箱'], '36.60', 37, 1600, 0, 20],
    ],
  }),
]
