import { joinParagraphs } from '#tools/demo/catalog/build.ts'
import type { DemoGoods } from '#tools/demo/catalog/demo-goods-types.ts'
import { buildToothSeatGoods } from '#tools/demo/catalog/seat.ts'

const category = '旋挖牙轮'

export const rotarySeats: readonly DemoGoods[] = [
  buildToothSeatGoods({
    slug: 'seat-bf',
    category,
    model: 'BF-38',
    name: 'BF 平齿座',
    form: 'seat-stamped',
    size: [38, 66, 74, 96, 40],
    spec: '方孔',
    material: '35CrMo 热冲压 · HRC 30–34',
    fixing: '四周满焊',
    fits: 'BFZ80；32 mm 方孔配 BFZ60',
    about: joinParagraphs(
      '方孔平齿座，孔内四角留排砂圆槽，齿柄不会被砂卡死。焊在斗底板上时座面与底板成 40°，前端垫高 6 mm。',
      '焊后用方规通一次孔，飞溅粘在孔里会让齿插不到底。',
    ),
    labels: ['方孔', '包装'],
    table: [
      ['BF-38', ['38 mm', '单个'], '52.00', 42, 1420, 0],
      ['BF-32', ['32 mm', '单个'], '44.00', 42, 980, -420],
      ['BF-38B', ['38 mm', '10 个一箱'], '50.20', 38, 700, 0, 10],
    ],
  }),
  buildToothSeatGoods({
    slug: 'seat-v20-root',
    category,
    model: 'CG-20',
    name: 'V19 / V20 斗齿齿根',
    form: 'seat-retaining-pin',
    size: [18, 64, 72, 148, 30],
    spec: '竖销',
    material: 'ZG35CrMo · 调质 HRC 28–32',
    fixing: '焊于斗口，竖销锁齿',
    fits: 'V20；小号配 V19',
    about:
      '焊在捞砂斗底板前沿的齿根，斗齿套入后打竖销。成排焊装时用长直尺找平，齿尖高差控制在 5 mm 以内。齿根鼻部磨圆、斗齿晃动时请连根更换。',
    labels: ['规格'],
    table: [
      ['CG-20', ['V20 用'], '68.00', 43, 560, 0],
      ['CG-19', ['V19 用'], '57.00', 43, 640, -620],
      ['CG-25', ['25T / 2S 用'], '42.00', 41, 1180, -1120],
    ],
  }),
  buildToothSeatGoods({
    slug: 'seat-cone-leg',
    category,
    model: 'YZ-60',
    name: '牙轮掌焊接座 YZ-60',
    form: 'seat-weld',
    size: [60, 110, 96, 130, 54],
    spec: 'Q355 厚板',
    material: 'Q355 厚板机加工',
    fixing: '筒壁开槽满焊',
    fits: '118–152 旋挖牙轮；大号配 178–215',
    about:
      '牙轮掌与筒壁之间的过渡座，换牙轮时只割小焊缝，不伤筒体。轴线角 54° 已加工好，按刻线对准桩心即可。热割旧座后请打磨渗碳层，再预热焊新座。',
    labels: ['规格'],
    table: [
      ['YZ-60', ['118–152 用'], '145.00', 45, 230, 0],
      ['YZ-80', ['178–215 用'], '198.00', 47, 84, 2600],
      ['YZ-60D', ['118–152 用，加垫板'], '162.00', 45, 10, 780],
    ],
  }),
]
